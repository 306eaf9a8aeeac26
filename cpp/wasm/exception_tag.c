// The tag that marks C++ exceptions: the compiler refers to it and expects the library to have it.
__asm__(".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n");
