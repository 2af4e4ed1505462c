/// Turns changes into reconciles: work queue, leader election, events.
@SuppressWarnings("module") // the module of the qualified export is compiled later
module dev.drover.runtime {
  requires transitive dev.drover.client;
  requires transitive dev.drover.informer;
  requires transitive dev.drover.model;
  requires jdk.unsupported; // signals
  requires transitive org.slf4j;

  exports dev.drover.runtime;
  exports dev.drover.runtime.events;
  exports dev.drover.runtime.health;
  exports dev.drover.runtime.lasso;
  exports dev.drover.runtime.leader;
  exports dev.drover.runtime.queue;
  exports dev.drover.runtime.webhook;
  exports dev.drover.runtime.http to
      dev.drover.console;

  uses dev.drover.runtime.ManagerExtension;

  opens dev.drover.runtime.admission to
      dev.drover.api;
}
