/// Up to a thousand informers in one process: heap, memory, sockets, CPU.
package dev.drover.bench.informers;
