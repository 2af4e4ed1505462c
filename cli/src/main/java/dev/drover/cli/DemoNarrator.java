package dev.drover.cli;

import java.io.PrintWriter;

/// Gets what the demo says: the title of each step, then its outcome.
interface DemoNarrator {
  /// A step begins.
  void begin(String title);

  /// About the step that began last.
  void say(String text);

  /// Prints everything as it comes.
  static DemoNarrator to(PrintWriter out) {
    return new DemoNarrator() {
      @Override
      public void begin(String title) {
        print("");
        print("--- " + title);
      }

      @Override
      public void say(String text) {
        print("    " + text);
      }

      private void print(String line) {
        out.println(line);
        out.flush();
      }
    };
  }
}
