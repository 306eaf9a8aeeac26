#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <optional>
#include <random>

#include "bindings.hpp"
#include "convert.hpp"
#include "counting/automaton.hpp"
#include "counting/opening.hpp"
#include "counting/residues.hpp"
#include "counting/tally.hpp"
#include "counting/vast.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace optimeld::bindings {

namespace {

using namespace counting;

// Python is asked for signals (Ctrl-C) every time, and told the progress where it wants to know it.
Watcher watcher_of(const nb::object& told) {
  return [told](const Progress& progress) {
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!told.is_none()) told(progress.values, progress.states, progress.expanded, progress.bytes);
    return true;
  };
}

nb::int_ to_int(const Wide& wide) {
  const nb::object high = nb::steal(PyLong_FromUnsignedLongLong(wide.high));
  const nb::object low = nb::steal(PyLong_FromUnsignedLongLong(wide.low));
  return nb::cast<nb::int_>((high << nb::int_(64)) | low);
}

std::vector<std::uint8_t> to_counts(const nb::bytes& bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.c_str());
  return {data, data + bytes.size()};
}

// Reading fills work space of the sets, and Python's threads may share a reader: one at a time, and nobody waits for
// the lock with the interpreter in hand.
struct PyReader {
  explicit PyReader(const Shape& shape) : sets(shape) {}

  HandSets sets;
  std::mutex mutex;
};

void check_shape(const Shape& shape) {
  check_range("colours", shape.colours, 1, max_colours);
  check_range("copies", shape.copies, 1, 4);
  check_range("min_meld", shape.min_meld, 2, 6);
  check_range("jokers", shape.jokers, 0, 4);
}

// What can be asked about a box of this shape.
void check_box(const Shape& shape, int values, int jokers) {
  check_range("values", values, 0, 100);
  check_range("jokers", jokers, 0, shape.jokers);
}

std::optional<int> checked_bound(std::optional<int> max_tiles) {
  if (max_tiles) check_range("max_tiles", *max_tiles, 0, Automaton::unbounded);
  return max_tiles;
}

struct PySampler {
  std::shared_ptr<Automaton> automaton;
  Sampler sampler;
  std::mt19937_64 engine;
};

struct PyAutomaton {
  std::shared_ptr<Automaton> automaton;
  std::shared_ptr<Flow> flow;                                          // made when first asked for
  std::shared_ptr<Flow> lumped;                                        // likewise
  std::shared_ptr<std::mutex> mutex = std::make_shared<std::mutex>();  // of the two: threads may ask at once

  const Shape& shape() const { return automaton->shape(); }
  const Flow& whole_flow() {
    const std::lock_guard lock(*mutex);
    return made_flow();
  }
  const Flow& lumped_flow() {
    const std::lock_guard lock(*mutex);
    if (!lumped) lumped = std::make_shared<Flow>(made_flow().lumped(64));
    return *lumped;
  }

 private:
  const Flow& made_flow() {
    if (!flow) flow = std::make_shared<Flow>(*automaton);
    return *flow;
  }
};

}  // namespace

void register_counting(nb::module_& module) {
  static nb::handle out_of_bounds = PyErr_NewException("optimeld._core.OutOfBounds", PyExc_RuntimeError, nullptr);
  module.attr("OutOfBounds") = out_of_bounds;
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const OutOfBounds& e) {
      const nb::tuple reached = nb::make_tuple(e.reached.values, e.reached.states, e.reached.expanded, e.reached.bytes);
      PyErr_SetObject(out_of_bounds.ptr(), reached.ptr());
    }
  });

  nb::class_<Shape>(module, "CountingShape")
      .def(
          "__init__",
          [](Shape* self, int colours, int copies, int min_meld, int jokers, bool absorbing) {
            const Shape shape{colours, copies, min_meld, jokers, absorbing};
            check_shape(shape);
            new (self) Shape(shape);
          },
          nb::kw_only(), "colours"_a, "copies"_a, "min_meld"_a, "jokers"_a, "absorbing"_a);

  nb::class_<PyReader>(module, "CountingReader")
      .def(nb::init<const Shape&>(), "shape"_a)
      .def(
          "read",
          [](PyReader& self, const nb::bytes& bytes) {
            const std::vector<std::uint8_t> counts = to_counts(bytes);
            const nb::gil_scoped_release released;
            const std::lock_guard lock(self.mutex);
            return self.sets.read(counts);
          },
          "counts"_a)
      .def(
          "wins_among",
          [](PyReader& self, int values, int tiles, int jokers, int deals, std::uint64_t seed) {
            const Shape& shape = self.sets.shape();
            check_box(shape, values, jokers);
            check_range("tiles", tiles, 0, values * shape.colours * shape.copies);
            std::mt19937_64 engine(seed);
            std::vector<int> box;
            for (int kind = 0; kind < values * shape.colours; ++kind) box.insert(box.end(), shape.copies, kind);
            int wins = 0;
            const Watcher watcher = watcher_of(nb::none());
            const nb::gil_scoped_release released;
            const std::lock_guard lock(self.mutex);
            std::vector<std::uint8_t> counts;
            for (int deal = 0; deal < deals; ++deal) {
              if (deal % 64 == 0) watcher({});
              counts.assign(static_cast<std::size_t>(values) * shape.colours, 0);
              for (int i = 0; i < tiles; ++i) {
                // Of so few choices the remainder favours none by more than 2^-50.
                const auto j = static_cast<std::size_t>(i) + engine() % (box.size() - static_cast<std::size_t>(i));
                std::swap(box[static_cast<std::size_t>(i)], box[j]);
                ++counts[static_cast<std::size_t>(box[static_cast<std::size_t>(i)])];
              }
              wins += static_cast<int>(self.sets.read(counts) >> jokers & 1);
            }
            return wins;
          },
          "values"_a, "tiles"_a, "jokers"_a, "deals"_a, "seed"_a);

  nb::class_<PyAutomaton>(module, "CountingAutomaton")
      .def_static(
          "build",
          [](const Shape& shape, std::optional<int> max_tiles, std::size_t memory_limit, int threads,
             const nb::object& told) {
            const int bound = checked_bound(max_tiles).value_or(Automaton::unbounded);
            checked_threads(threads);
            const Watcher watcher = watcher_of(told);
            const nb::gil_scoped_release released;
            return PyAutomaton{
                std::make_shared<Automaton>(Automaton::build(shape, bound, memory_limit, watcher, threads)), nullptr,
                nullptr};
          },
          "shape"_a, "max_tiles"_a.none(), "memory_limit"_a, "threads"_a, "told"_a.none())
      .def_static(
          "from_bytes",
          [](const Shape& shape, std::optional<int> max_tiles, const nb::bytes& bytes) {
            const int bound = checked_bound(max_tiles).value_or(Automaton::unbounded);
            return PyAutomaton{std::make_shared<Automaton>(
                                   Automaton::from_bytes(shape, bound, std::string(bytes.c_str(), bytes.size()))),
                               nullptr, nullptr};
          },
          "shape"_a, "max_tiles"_a.none(), "bytes"_a)
      .def("to_bytes",
           [](const PyAutomaton& self) {
             const std::string bytes = self.automaton->to_bytes();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_prop_ro("states", [](const PyAutomaton& self) { return self.automaton->states(); })
      .def_prop_ro("symbols", [](const PyAutomaton& self) { return self.automaton->symbols(); })
      .def_prop_ro("max_tiles",
                   [](const PyAutomaton& self) -> std::optional<int> {
                     if (self.automaton->max_tiles() == Automaton::unbounded) return std::nullopt;
                     return self.automaton->max_tiles();
                   })
      .def(
          "within", [](const PyAutomaton& self, int values) { return self.automaton->within(values); }, "values"_a)
      .def(
          "read",
          [](const PyAutomaton& self, const nb::bytes& counts) { return self.automaton->read(to_counts(counts)); },
          "counts"_a)
      .def(
          "tally",
          [](PyAutomaton& self, int values, int jokers, bool deals, const nb::object& told) {
            check_box(self.shape(), values, jokers);
            std::vector<Wide> counts;
            {
              const Watcher watcher = watcher_of(told);
              const nb::gil_scoped_release released;
              counts = tally(self.whole_flow(), values, jokers, deals ? Weight::deals : Weight::hands, watcher);
            }
            nb::list result;
            for (const Wide& count : counts) result.append(to_int(count));
            return nb::typed<nb::list, nb::int_>(result);
          },
          "values"_a, "jokers"_a, "deals"_a, "told"_a.none())
      .def(
          "tally_residues",
          [](PyAutomaton& self, int values, int jokers, bool deals, const std::vector<std::uint64_t>& primes,
             int threads, const nb::object& told) {
            check_box(self.shape(), values, jokers);
            checked_threads(threads);
            for (const std::uint64_t prime : primes) {
              if (prime < 2) throw std::invalid_argument(std::to_string(prime) + " is no prime");
            }
            const Watcher watcher = watcher_of(told);
            const nb::gil_scoped_release released;
            return tally_residues(self.lumped_flow(), values, jokers, deals ? Weight::deals : Weight::hands, primes,
                                  threads, watcher);
          },
          "values"_a, "jokers"_a, "deals"_a, "primes"_a, "threads"_a, "told"_a.none())
      .def_prop_ro("residue_bits",
                   [](PyAutomaton& self) {
                     return residue_bits(self.automaton->shape().colours * self.automaton->shape().copies);
                   })
      .def_prop_ro("lumped_states", [](PyAutomaton& self) {
        const nb::gil_scoped_release released;
        return self.lumped_flow().states();
      });

  nb::class_<VastCount>(module, "VastCount")
      .def(
          "__init__",
          [](VastCount* self, const Shape& shape, int values, std::size_t memory_limit, int threads,
             const nb::object& told) {
            check_box(shape, values, 0);
            checked_threads(threads);
            const Watcher watcher = watcher_of(told);
            const nb::gil_scoped_release released;
            new (self) VastCount(shape, values, memory_limit, threads, watcher);
          },
          "shape"_a, "values"_a, "memory_limit"_a, "threads"_a, "told"_a.none())
      .def_prop_ro("states", &VastCount::states)
      .def_prop_ro("within", [](const VastCount& self) { return self.within(); })
      .def(
          "tally",
          [](const VastCount& self, int jokers, bool deals, const nb::object& told) {
            check_range("jokers", jokers, 0, self.shape().jokers);
            std::vector<Quad> counts;
            {
              const Watcher watcher = watcher_of(told);
              const nb::gil_scoped_release released;
              counts = self.tally(jokers, deals ? Weight::deals : Weight::hands, watcher);
            }
            nb::list result;
            for (const Quad& count : counts) {
              result.append((to_int({count[2], count[3]}) << nb::int_(128)) | to_int({count[0], count[1]}));
            }
            return nb::typed<nb::list, nb::int_>(result);
          },
          "jokers"_a, "deals"_a, "told"_a.none());

  module.def(
      "count_closed_hands",
      [](int values, int colours, int copies, int min_meld, int jokers, int points, int max_tiles,
         std::size_t memory_limit, const nb::object& told) {
        check_shape({colours, copies, min_meld, jokers, false});
        check_range("colours", colours, 1, 6);
        check_range("values", values, 1, 100);
        check_range("points", points, 1, 255);
        check_range("max_tiles", max_tiles, 0, values * colours * copies);
        std::vector<Wide> closed;
        {
          const Watcher watcher = watcher_of(told);
          const nb::gil_scoped_release released;
          closed =
              count_closed_hands(values, colours, copies, min_meld, jokers, points, max_tiles, memory_limit, watcher);
        }
        nb::list result;
        for (const Wide& count : closed) result.append(to_int(count));
        return nb::typed<nb::list, nb::int_>(result);
      },
      nb::kw_only(), "values"_a, "colours"_a, "copies"_a, "min_meld"_a, "jokers"_a, "points"_a, "max_tiles"_a,
      "memory_limit"_a, "told"_a.none());

  nb::class_<PySampler>(module, "CountingSampler")
      .def(
          "__init__",
          [](PySampler* self, const PyAutomaton& automaton, int values, int jokers, int size, bool deals,
             std::uint64_t seed) {
            check_box(automaton.shape(), values, jokers);
            check_range("size", size, 0, values * automaton.shape().colours * automaton.shape().copies);
            const Watcher watcher = watcher_of(nb::none());
            const nb::gil_scoped_release released;
            new (self) PySampler{
                automaton.automaton,
                Sampler(*automaton.automaton, values, jokers, size, deals ? Weight::deals : Weight::hands, watcher),
                std::mt19937_64(seed)};
          },
          "automaton"_a, "values"_a, "jokers"_a, "size"_a, "deals"_a, "seed"_a)
      .def_prop_ro("total", [](const PySampler& self) { return to_int(self.sampler.total()); })
      .def("draw", [](PySampler& self) {
        const std::vector<std::uint8_t> counts = self.sampler.draw([&self] { return self.engine(); });
        return nb::bytes(reinterpret_cast<const char*>(counts.data()), counts.size());
      });
}

}  // namespace optimeld::bindings
