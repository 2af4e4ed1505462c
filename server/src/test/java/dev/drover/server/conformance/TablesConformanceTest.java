package dev.drover.server.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/// What `kubectl get` shows of objects in different states. Only the tables are compared, without
/// the objects that go with rows: those are what other cases are about.
@Tag("real")
@ExtendWith(Servers.Shared.class)
class TablesConformanceTest {
  private static final String TABLE = "Accept: application/json;as=Table;v=v1;g=meta.k8s.io";

  /// Kinds that the real server itself writes to in the background.
  private static final Set<String> RESTLESS = Set.of("flowschemas", "apiservices");

  /// Asks for a table; what was said before is forgotten.
  private static void table(Session s, String resource, String... options) {
    s.exchanges().removeIf(exchange -> !isTable(exchange));
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of(TABLE, "includeObject=None"));
    Reply reply = s.get(resource, all.toArray(String[]::new));
    String request = s.exchanges().removeLast().request();
    s.exchanges().add(new Exchange(request, new Reply(reply.status(), Map.of(), reply.body())));
  }

  private static boolean isTable(Exchange exchange) {
    return exchange.reply().body() instanceof Map<?, ?> body && "Table".equals(body.get("kind"));
  }

  @TestFactory
  Stream<DynamicTest> everyKind(Servers servers) {
    Cases cases = Cases.of("table of kind");
    for (String kind : Samples.resources()) {
      cases.with(
          kind,
          s -> {
            if (!RESTLESS.contains(kind)) {
              s.create(kind, Samples.of(kind));
              table(s, Samples.path(kind));
            }
            table(s, kind, "fieldSelector=metadata.name%3Dnone");
          });
    }
    return cases.tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> pods(Servers servers) {
    Cases cases = Cases.of("table of pod");
    pod(cases, "reason", "reason:'Evicted',phase:'Failed'");
    pod(cases, "succeeded", "phase:'Succeeded'");
    pod(cases, "address", "podIPs:[{ip:'10.1.2.3'}],podIP:'10.1.2.3'");
    pod(cases, "gate", "conditions:[{type:'Open',status:'True'}]");
    pod(cases, "waits", "containerStatuses:[" + container("a", "waiting:{reason:'Slow'}") + "]");
    pod(
        cases,
        "runs",
        "phase:'Running',containerStatuses:["
            + container("a", "running:{}").replace("ready:false", "ready:true")
            + "]");
    pod(
        cases,
        "failed and runs",
        "containerStatuses:["
            + container("a", "terminated:{exitCode:0,reason:'Completed'}")
            + ","
            + container("b", "terminated:{exitCode:3}")
            + "]");
    pod(
        cases,
        "not ready",
        "containerStatuses:["
            + container("a", "terminated:{exitCode:0,reason:'Completed'}")
            + ","
            + container("b", "running:{}").replace("ready:false", "ready:true")
            + "]");
    pod(cases, "signal", "containerStatuses:[" + container("a", "terminated:{signal:9}") + "]");
    pod(
        cases,
        "restarted",
        "containerStatuses:["
            + container("a", "running:{}")
                .replace(
                    "restartCount:0",
                    "restartCount:4,lastState:{terminated:{exitCode:1,"
                        + "finishedAt:'2020-01-02T03:04:05Z'}}")
            + "]");
    pod(cases, "initializes", "initContainerStatuses:[" + container("i", "running:{}") + "]");
    pod(
        cases,
        "init failed",
        "initContainerStatuses:[" + container("i", "terminated:{exitCode:2}") + "]");
    pod(
        cases,
        "init waits",
        "initContainerStatuses:[" + container("i", "waiting:{reason:'NoImage'}") + "]");
    pod(
        cases,
        "sidecar",
        "initContainerStatuses:["
            + container("i", "terminated:{exitCode:0}")
            + ","
            + container("s", "running:{}")
                .replace("ready:false", "ready:true,started:true")
                .replace("restartCount:0", "restartCount:2")
            + "]");
    return cases.tests(servers);
  }

  private static void pod(Cases cases, String title, String status) {
    String spec =
        "{metadata:{name:'p'},spec:{readinessGates:[{conditionType:'Open'}],"
            + "initContainers:[{name:'i',image:'i'},{name:'s',image:'i',restartPolicy:'Always'}],"
            + "containers:[{name:'a',image:'i'},{name:'b',image:'i'}]}}";
    cases.with(
        title,
        s -> {
          s.create("pods", spec);
          table(s, "pods");
          s.mergePatch("pods/p/status", "{status:{" + status + "}}");
          table(s, "pods");
        });
  }

  private static String container(String name, String state) {
    return "{name:'%s',image:'i',imageID:'',restartCount:0,ready:false,state:{%s}}"
        .formatted(name, state);
  }

  @TestFactory
  Stream<DynamicTest> services(Servers servers) {
    String port = "ports:[{port:80,name:'a'},{port:53,protocol:'UDP',name:'b'}]";
    return Cases.of("table of service")
        .with("headless", s -> service(s, "clusterIP:'None',selector:{b:'c',a:'b'}"))
        .with("external name", s -> service(s, "type:'ExternalName',externalName:'a.b'"))
        .with("external addresses", s -> service(s, "externalIPs:['1.2.3.4','1.2.3.5']," + port))
        .with(
            "load balancer",
            s -> {
              service(s, "type:'LoadBalancer',allocateLoadBalancerNodePorts:false," + port);
              s.mergePatch(
                  "services/s/status",
                  "{status:{loadBalancer:{ingress:[{hostname:'z'},{ip:'1.2.3.4'}]}}}");
              table(s, "services");
            })
        .tests(servers);
  }

  private static void service(Session s, String spec) {
    s.create("services", "{metadata:{name:'s'},spec:{" + spec + "}}");
    table(s, "services");
  }

  @TestFactory
  Stream<DynamicTest> workloads(Servers servers) {
    String template =
        "template:{metadata:{labels:{a:'b'}},spec:{containers:[{name:'c',image:'i'}]}}";
    String selector =
        "selector:{matchLabels:{a:'b'},matchExpressions:[{key:'x',operator:'DoesNotExist'},"
            + "{key:'a',operator:'In',values:['c','b']}]}";
    return Cases.of("table of workload")
        .with(
            "deployment",
            s -> {
              s.create(
                  "deployments",
                  "{metadata:{name:'d'},spec:{replicas:3," + selector + "," + template + "}}");
              s.mergePatch(
                  "deployments/d/status",
                  "{status:{replicas:3,readyReplicas:2,updatedReplicas:3,availableReplicas:1}}");
              table(s, "deployments");
              table(s, "deployments/d/scale");
            })
        .with(
            "job",
            s -> {
              String jobTemplate =
                  template.replace("containers", "restartPolicy:'Never',containers");
              s.create("jobs", "{metadata:{name:'j'},spec:{parallelism:2," + jobTemplate + "}}");
              table(s, "jobs");
            })
        .tests(servers);
  }

  @TestFactory
  Stream<DynamicTest> others(Servers servers) {
    return Cases.of("table")
        .with(
            "node",
            s -> {
              s.create(
                  "nodes",
                  "{metadata:{name:'{id}',labels:{'node-role.kubernetes.io/b':'',"
                      + "'kubernetes.io/role':'a'}},spec:{unschedulable:true}}");
              s.mergePatch(
                  "nodes/{id}/status",
                  "{status:{conditions:[{type:'Ready',status:'False'}],"
                      + "addresses:[{type:'InternalIP',address:'1.2.3.4'}],"
                      + "nodeInfo:{kernelVersion:'6',architecture:'amd64'}}}");
              table(s, "nodes/{id}");
            })
        .with(
            "endpoints",
            s -> {
              s.create(
                  "endpoints",
                  "{metadata:{name:'e'},subsets:[{addresses:[{ip:'1.2.3.4'},{ip:'1.2.3.5'}],"
                      + "ports:[{name:'a',port:1},{name:'b',port:2}]}]}");
              table(s, "endpoints");
            })
        .with(
            "autoscaler",
            s -> {
              s.create(
                  "horizontalpodautoscalers",
                  "{apiVersion:'autoscaling/v2',metadata:{name:'h'},spec:{maxReplicas:5,"
                      + "scaleTargetRef:{kind:'Deployment',name:'d',apiVersion:'apps/v1'},metrics:["
                      + "{type:'Pods',pods:{metric:{name:'m'},target:{type:'AverageValue',"
                      + "averageValue:'1'}}},"
                      + "{type:'External',external:{metric:{name:'x'},target:{type:'Value',"
                      + "value:'3'}}},"
                      + "{type:'Resource',resource:{name:'cpu',target:{type:'Utilization',"
                      + "averageUtilization:50}}}]}}");
              table(s, "/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers");
              table(s, "/apis/autoscaling/v1/namespaces/{ns}/horizontalpodautoscalers");
            })
        .with(
            "event",
            s -> {
              s.create(
                  "events",
                  "{metadata:{name:'e'},involvedObject:{kind:'Pod',name:'p',namespace:'{ns}',"
                      + "fieldPath:'spec'},message:' told ',reason:'Why',type:'Normal',"
                      + "source:{component:'c',host:'h'},firstTimestamp:'2020-01-02T03:04:05Z'}");
              table(s, "events");
              table(s, "/apis/events.k8s.io/v1/namespaces/{ns}/events");
            })
        .with(
            "quota",
            s -> {
              s.create(
                  "resourcequotas",
                  "{metadata:{name:'q'},spec:{hard:{pods:'3','limits.cpu':'1500m',cpu:'2'}}}");
              s.mergePatch(
                  "resourcequotas/q/status",
                  "{status:{hard:{pods:'3','limits.cpu':'1500m',cpu:'2'},used:{pods:'1'}}}");
              table(s, "resourcequotas");
            })
        .tests(servers);
  }
}
