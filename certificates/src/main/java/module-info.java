/// X.509 certificates, keys and kubeconfig files, for the API server and for tests.
module dev.drover.certificates {
  requires static transitive org.jspecify;

  exports dev.drover.certificates;
}
