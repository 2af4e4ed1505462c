/// Trials: a recorded run against a plain test, and a thousand plans of the `Website` controller.
package dev.drover.bench.trial;
