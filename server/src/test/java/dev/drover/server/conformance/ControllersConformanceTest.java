package dev.drover.server.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.drover.controlplane.ControlPlane;
import dev.drover.schema.TreeNode;
import dev.drover.server.EmbeddedApiServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The controllers in the server beside kube-controller-manager: after the same writes, and the
/// same lives of pods, both leave the same objects, statuses and events. There is no kubelet; the
/// cases write the statuses of pods.
@Tag("soak")
@Tag("real")
@Tag("go")
@Timeout(value = 90, unit = TimeUnit.MINUTES)
class ControllersConformanceTest {
  private static final String SPEC =
      "{terminationGracePeriodSeconds:0,containers:[{name:'c',image:'i'}]}";
  private static final String ON_NODE = "{nodeName:'n'," + SPEC.substring(1);
  private static final String SELECTED =
      "selector:{matchLabels:{app:'a'}},template:{metadata:{labels:{app:'a'}},spec:" + SPEC + "}";
  private static final String JOB =
      "template:{spec:{restartPolicy:'Never',terminationGracePeriodSeconds:0,"
          + "containers:[{name:'c',image:'i'}]}}";
  private static final String NEW_TEMPLATE =
      "{spec:{template:{metadata:{annotations:{version:'2'}}}}}";
  private static final String INDEX = "batch.kubernetes.io/job-completion-index";

  @TempDir static Path folder;

  private static final Map<String, Case> CASES = new LinkedHashMap<>();
  private static ServerUnderTest embedded;
  private static ServerUnderTest real;
  private static KubeControllerManager manager;

  private interface Case {
    void run(ManagedNamespace s);
  }

  @BeforeAll
  static void start() throws Exception {
    String given = System.getProperty("drover.controller-manager", ""); // built before
    Path program = given.isEmpty() ? KubeControllerManager.build(folder) : Path.of(given);
    ControlPlane plane = ControlPlane.start(ControlPlane.Options.defaults());
    real = ServerUnderTest.of(plane);
    Path kubeconfig = folder.resolve("kubeconfig");
    Files.writeString(kubeconfig, plane.kubeconfig());
    manager = KubeControllerManager.start(program, kubeconfig);
    embedded =
        ServerUnderTest.of(
            EmbeddedApiServer.start(
                EmbeddedApiServer.Options.defaults().with(o -> o.controllers(List.of("*")))));
  }

  @AfterAll
  static void stop() {
    manager.close();
    embedded.close();
    real.close();
  }

  @TestFactory
  Stream<DynamicTest> controllersLeaveTheSameObjects() {
    addWorkloads();
    addJobs();
    addOthers();
    return CASES.entrySet().stream()
        .map(entry -> dynamicTest(entry.getKey(), () -> compare(entry.getKey(), entry.getValue())));
  }

  private static void compare(String title, Case script) {
    String namespace = "c-" + title.replaceAll("[^a-z]+", "-");
    assertThat(
            Comparison.of(
                run(new ManagedNamespace(embedded, namespace), script),
                run(new ManagedNamespace(real, namespace), script)))
        .isEmpty();
  }

  private static List<Exchange> run(ManagedNamespace s, Case script) {
    script.run(s);
    s.noteEvents();
    return s.noted();
  }

  private static void addWorkloads() {
    CASES.put(
        "rollout of a deployment",
        s -> {
          s.create("deployments", "{metadata:{name:'d'},spec:{replicas:3," + SELECTED + "}}");
          s.note("deployments", "replicasets", "pods");
          s.podsRun();
          s.note("deployments", "replicasets");
          s.patch("deployments/d", NEW_TEMPLATE);
          s.note("deployments", "replicasets");
          for (int i = 0; i < 4; i++) {
            s.podsRun();
          }
          s.note("deployments", "replicasets");
          s.patch("deployments/d", "{spec:{replicas:1}}");
          s.note("deployments", "replicasets");
          s.patch("deployments/d", "{spec:{paused:true,minReadySeconds:1}}");
          s.note("deployments");
        });
    CASES.put(
        "recreation by a deployment",
        s -> {
          s.create(
              "deployments",
              "{metadata:{name:'d'},spec:{replicas:2,strategy:{type:'Recreate'},"
                  + SELECTED
                  + "}}");
          s.rest();
          s.podsRun();
          s.patch("deployments/d", NEW_TEMPLATE);
          s.note("deployments", "replicasets", "pods");
        });
    CASES.put(
        "a replica set adopts and releases",
        s -> {
          s.create("pods", "{metadata:{name:'orphan',labels:{app:'a'}},spec:" + SPEC + "}");
          s.create("replicasets", "{metadata:{name:'r'},spec:{replicas:2," + SELECTED + "}}");
          s.note("replicasets", "pods");
          s.podsRun();
          s.patch("pods/orphan", "{metadata:{labels:{app:'other'}}}");
          s.note("replicasets", "pods");
          s.delete("replicasets/r", "Orphan");
          s.note("replicasets", "pods");
        });
    CASES.put(
        "update of a stateful set",
        s -> {
          s.create(
              "statefulsets",
              "{metadata:{name:'s'},spec:{replicas:3,serviceName:'s',volumeClaimTemplates:["
                  + "{metadata:{name:'data'},spec:{storageClassName:'',accessModes:['ReadWriteOnce'],"
                  + "resources:{requests:{storage:'1Gi'}}}}],"
                  + SELECTED
                  + "}}");
          s.note("statefulsets", "pods", "controllerrevisions", "persistentvolumeclaims");
          for (int i = 0; i < 3; i++) {
            s.podsRun();
          }
          s.note("statefulsets", "pods");
          s.patch("statefulsets/s", NEW_TEMPLATE);
          s.note("statefulsets", "pods", "controllerrevisions");
          s.podsRun();
          s.note("statefulsets", "pods");
          s.patch(
              "statefulsets/s",
              "{spec:{replicas:1,persistentVolumeClaimRetentionPolicy:{whenScaled:'Delete',"
                  + "whenDeleted:'Retain'}}}");
          s.note("statefulsets");
        });
    CASES.put(
        "cascading deletions",
        s -> {
          String deployment = "{metadata:{name:'d'},spec:{replicas:1," + SELECTED + "}}";
          s.create("deployments", deployment);
          s.rest();
          s.delete("deployments/d", "Foreground");
          s.note("deployments", "replicasets", "pods");
          s.create("deployments", deployment);
          s.rest();
          s.delete("deployments/d", "Orphan");
          s.note("deployments", "replicasets", "pods");
        });
  }

  private static void addJobs() {
    CASES.put(
        "a job completes",
        s -> {
          s.create("jobs", "{metadata:{name:'j'},spec:{completions:3,parallelism:2," + JOB + "}}");
          s.note("jobs", "pods");
          s.podsEnd(pod -> true, 0);
          s.note("jobs", "pods");
          s.podsEnd(pod -> true, 0);
          s.note("jobs", "pods");
        });
    CASES.put(
        "a job fails",
        s -> {
          s.create("jobs", "{metadata:{name:'j'},spec:{backoffLimit:0," + JOB + "}}");
          s.rest();
          s.podsEnd(pod -> true, 3);
          s.note("jobs", "pods");
        });
    CASES.put(
        "a policy fails a job",
        s -> {
          s.create(
              "jobs",
              "{metadata:{name:'j'},spec:{podFailurePolicy:{rules:[{action:'FailJob',"
                  + "onExitCodes:{operator:'In',values:[42]}}]},"
                  + JOB
                  + "}}");
          s.rest();
          s.podsEnd(pod -> true, 42);
          s.note("jobs", "pods");
        });
    CASES.put(
        "indexes of a job fail",
        s -> {
          s.create(
              "jobs",
              "{metadata:{name:'j'},spec:{completions:4,parallelism:4,completionMode:'Indexed',"
                  + "backoffLimitPerIndex:0,maxFailedIndexes:3,"
                  + JOB
                  + "}}");
          s.note("jobs", "pods");
          s.podsEnd(pod -> index(pod) == 1, 1);
          s.podsEnd(pod -> index(pod) != 3, 0);
          s.note("jobs", "pods");
          s.podsEnd(pod -> true, 0);
          s.note("jobs", "pods");
        });
    CASES.put(
        "a policy ends a job in success",
        s -> {
          s.create(
              "jobs",
              "{metadata:{name:'j'},spec:{completions:3,parallelism:3,completionMode:'Indexed',"
                  + "successPolicy:{rules:[{succeededIndexes:'0-1',succeededCount:1}]},"
                  + JOB
                  + "}}");
          s.rest();
          s.podsEnd(pod -> index(pod) == 1, 0);
          s.note("jobs", "pods");
        });
    CASES.put(
        "a job is suspended and resumed",
        s -> {
          s.create("jobs", "{metadata:{name:'j'},spec:{suspend:true," + JOB + "}}");
          s.note("jobs", "pods");
          s.patch("jobs/j", "{spec:{suspend:false}}");
          s.note("jobs", "pods");
          s.patch("jobs/j", "{spec:{suspend:true}}");
          s.note("jobs", "pods");
        });
  }

  private static int index(TreeNode pod) {
    return Integer.parseInt(pod.at("metadata").at("annotations").text(INDEX));
  }

  private static void addOthers() {
    CASES.put(
        "disruption budgets",
        s -> {
          s.create("replicasets", "{metadata:{name:'r'},spec:{replicas:3," + SELECTED + "}}");
          s.rest();
          s.podsRun();
          s.create(
              "poddisruptionbudgets",
              "{metadata:{name:'b'},spec:{maxUnavailable:'40%',selector:{matchLabels:{app:'a'}}}}");
          s.create(
              "poddisruptionbudgets",
              "{metadata:{name:'none'},spec:{minAvailable:1,selector:{matchLabels:{app:'none'}}}}");
          s.note("poddisruptionbudgets");
        });
    CASES.put(
        "endpoints of a service",
        s -> {
          s.create("nodes", "{metadata:{name:'n'}}");
          s.create(
              "services",
              "{metadata:{name:'s'},spec:{selector:{app:'a'},ports:[{name:'http',port:80}]}}");
          s.note("endpoints", "endpointslices");
          for (int i = 1; i <= 2; i++) {
            s.create(
                "pods", "{metadata:{name:'p" + i + "',labels:{app:'a'}},spec:" + ON_NODE + "}");
            s.patch(
                "pods/p" + i + "/status",
                "{status:{phase:'Running',podIP:'10.1.1.%1$d',podIPs:[{ip:'10.1.1.%1$d'}]}}"
                    .formatted(i));
          }
          s.patch(
              "pods/p1/status",
              "{status:{conditions:[{type:'Ready',status:'True',"
                  + "lastTransitionTime:'2020-01-01T00:00:00Z'}]}}");
          s.note("endpoints", "endpointslices");
        });
    CASES.put(
        "a suspended cron job and the account of the namespace",
        s -> {
          s.create(
              "cronjobs",
              "{metadata:{name:'c'},spec:{schedule:'0 0 1 1 *',suspend:true,jobTemplate:{spec:{"
                  + JOB
                  + "}}}}");
          s.note("cronjobs", "serviceaccounts");
        });
  }
}
