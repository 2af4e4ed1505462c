/// Side-by-side measurements.
package dev.drover.bench;
