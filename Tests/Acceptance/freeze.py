"""Holds every thread of a process but its first, and those that it makes from then on: freeze.py PID. It ends with the process."""
import ctypes
import os
import sys

SEIZE, INTERRUPT, TRACE_CLONE = 0x4206, 0x4207, 0x8  # linux/ptrace.h
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def ptrace(request, thread, data=0):
    if libc.ptrace(request, thread, None, data) != 0:
        raise OSError(ctypes.get_errno(), f"ptrace {request:#x} of {thread}")


def main():
    process = int(sys.argv[1])
    for thread in map(int, os.listdir(f"/proc/{process}/task")):
        if thread != process:
            ptrace(SEIZE, thread, TRACE_CLONE)
            ptrace(INTERRUPT, thread)
    print("frozen", flush=True)
    try:
        while True:
            os.waitpid(-1, 0x40000000)  # __WALL: what stops stays stopped
    except ChildProcessError:
        pass  # the last thread is gone


if __name__ == "__main__":
    main()
