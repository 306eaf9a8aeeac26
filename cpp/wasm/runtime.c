// The tag that marks C++ exceptions: the compiler refers to it and expects the library to have it.
__asm__(".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n");

// What a thread should do at its end: the one there is does not end.
int __cxa_thread_atexit(void (*at_end)(void*), void* object, void* module) {
  (void)at_end, (void)object, (void)module;
  return 0;
}
