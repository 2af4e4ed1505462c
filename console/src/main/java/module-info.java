/// The web page of a running manager.
module dev.drover.console {
  requires transitive dev.drover.runtime;
  requires dev.drover.recipes;

  exports dev.drover.console;

  provides dev.drover.runtime.ManagerExtension with
      dev.drover.console.ConsoleExtension;
}
