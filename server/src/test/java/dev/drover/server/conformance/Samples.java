package dev.drover.server.conformance;

import dev.drover.schema.TreeNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Valid objects of every built-in kind, by the short name of its resource.
///
/// An object without a name is called `a`, or `{id}` when its kind is cluster-wide.
final class Samples {
  private static final String POD_SPEC = "{containers:[{name:'c',image:'i'}]}";
  private static final String TEMPLATE = "{metadata:{labels:{app:'a'}},spec:" + POD_SPEC + "}";
  private static final String JOB_TEMPLATE =
      "{spec:{template:{spec:{restartPolicy:'Never',containers:[{name:'c',image:'i'}]}}}}";

  /// A certificate request for `CN=jane`.
  private static final String CSR =
      "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIS01IRUNBUUF3RHpFTk1Bc0dBMVVF"
          + "QXd3RWFtRnVaVEJaTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSApBMElBQks1SmNvVnk4QlFBZ2NI"
          + "SjBCK0Zabm0yQ25xaDlqcXAyWVRKU2JCdlg5MDV1UjFubEYrd2lvelMyWVR2Cmx4dkJmVWVZWmdIUzZC"
          + "bGtHVzhBN0VGY0JocWdBREFLQmdncWhrak9QUVFEQWdOSkFEQkdBaUVBN3llamMzYXoKYWIzS0xHL3NV"
          + "K1B3YjJqMUtLS3Z6MXlxampxQVIzaWU0c2tDSVFDY3liSjAydUJwbDZ4UUJjWThoOUIxUkZGUQp3YWZV"
          + "UmZQZmJubWZHbUNXMUE9PQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K";

  private static final Map<String, String> MINIMAL = minimal();

  private Samples() {}

  /// The resources that there is an object for.
  static Set<String> resources() {
    return MINIMAL.keySet();
  }

  /// A valid object with a name and not much more.
  static String of(String resource) {
    TreeNode object = TreeNode.copyOf(Relaxed.object(MINIMAL.get(resource)));
    boolean namespaced = Path.resources().get(resource).namespaced();
    object.orCreate("metadata").setDefault("name", namespaced ? "a" : "{id}");
    return Relaxed.text(object.map());
  }

  /// The path of that object.
  static String path(String resource) {
    return resource
        + "/"
        + TreeNode.copyOf(Relaxed.object(of(resource))).at("metadata").text("name");
  }

  /// The least that each kind needs.
  private static Map<String, String> minimal() {
    Map<String, String> all = new LinkedHashMap<>();
    core(all);
    workloads(all);
    network(all);
    storage(all);
    access(all);
    cluster(all);
    return all;
  }

  private static void core(Map<String, String> all) {
    all.put("configmaps", "{data:{k:'v'}}");
    all.put("secrets", "{data:{k:'dg=='}}");
    all.put("serviceaccounts", "{}");
    all.put("namespaces", "{metadata:{name:'{id}-x'}}");
    all.put("nodes", "{}");
    all.put(
        "events", "{involvedObject:{kind:'Pod',namespace:'{ns}',name:'p'},reason:'r',message:'m'}");
    all.put(
        "events.events.k8s.io",
        "{eventTime:'2020-01-01T00:00:00.000000Z',reportingController:'x.io/c',"
            + "reportingInstance:'i',action:'a',reason:'r',type:'Normal',"
            + "regarding:{kind:'Pod',namespace:'{ns}',name:'p'}}");
    all.put("limitranges", "{spec:{limits:[{type:'Container',default:{cpu:'1'}}]}}");
    all.put("resourcequotas", "{spec:{hard:{pods:'10'}}}");
    all.put("pods", "{spec:" + POD_SPEC + "}");
    all.put("podtemplates", "{template:" + TEMPLATE + "}");
    all.put("replicationcontrollers", "{spec:{selector:{app:'a'},template:" + TEMPLATE + "}}");
    all.put("services", "{spec:{ports:[{port:80}]}}");
    all.put("endpoints", "{subsets:[{addresses:[{ip:'1.2.3.4'}],ports:[{port:80}]}]}");
    all.put(
        "persistentvolumes",
        "{spec:{capacity:{storage:'1Gi'},accessModes:['ReadWriteOnce'],hostPath:{path:'/p'}}}");
    all.put(
        "persistentvolumeclaims",
        "{spec:{accessModes:['ReadWriteOnce'],resources:{requests:{storage:'1Gi'}}}}");
  }

  private static void workloads(Map<String, String> all) {
    String selected = "selector:{matchLabels:{app:'a'}},template:" + TEMPLATE;
    all.put("deployments", "{spec:{" + selected + "}}");
    all.put("replicasets", "{spec:{" + selected + "}}");
    all.put("statefulsets", "{spec:{serviceName:'s'," + selected + "}}");
    all.put("daemonsets", "{spec:{" + selected + "}}");
    all.put("controllerrevisions", "{revision:1,data:{a:'b'}}");
    all.put("jobs", JOB_TEMPLATE);
    all.put("cronjobs", "{spec:{schedule:'* * * * *',jobTemplate:" + JOB_TEMPLATE + "}}");
    all.put(
        "horizontalpodautoscalers",
        "{spec:{maxReplicas:3,scaleTargetRef:{apiVersion:'apps/v1',kind:'Deployment',name:'a'}}}");
    all.put("poddisruptionbudgets", "{spec:{minAvailable:1,selector:{matchLabels:{app:'a'}}}}");
    all.put("leases", "{spec:{holderIdentity:'me'}}");
  }

  private static void network(Map<String, String> all) {
    all.put("ingresses", "{spec:{defaultBackend:{service:{name:'s',port:{number:80}}}}}");
    all.put("ingressclasses", "{spec:{controller:'x.io/c'}}");
    all.put("networkpolicies", "{spec:{podSelector:{}}}");
    all.put(
        "endpointslices",
        "{addressType:'IPv4',endpoints:[{addresses:['1.2.3.4']}],ports:[{name:'p',port:80}]}");
    all.put(
        "ipaddresses",
        "{metadata:{name:'{ip}'},"
            + "spec:{parentRef:{group:'',resource:'services',namespace:'{ns}',name:'s'}}}");
    all.put("servicecidrs", "{spec:{cidrs:['192.168.0.0/24']}}");
  }

  private static void storage(Map<String, String> all) {
    all.put("storageclasses", "{provisioner:'x.io/p'}");
    all.put("csidrivers", "{spec:{}}");
    all.put("csinodes", "{spec:{drivers:[]}}");
    all.put("csistoragecapacities", "{storageClassName:'s'}");
    all.put(
        "volumeattachments",
        "{spec:{attacher:'x.io',nodeName:'n',source:{persistentVolumeName:'v'}}}");
    all.put("volumeattributesclasses", "{driverName:'x.io',parameters:{a:'b'}}");
  }

  private static void access(Map<String, String> all) {
    all.put("roles", "{rules:[{apiGroups:[''],resources:['pods'],verbs:['get']}]}");
    all.put("clusterroles", "{rules:[{apiGroups:[''],resources:['pods'],verbs:['get']}]}");
    all.put(
        "rolebindings",
        "{roleRef:{apiGroup:'rbac.authorization.k8s.io',kind:'ClusterRole',name:'view'},"
            + "subjects:[{kind:'User',name:'jane'}]}");
    all.put(
        "clusterrolebindings",
        "{roleRef:{apiGroup:'rbac.authorization.k8s.io',kind:'ClusterRole',name:'view'},"
            + "subjects:[{kind:'ServiceAccount',name:'s',namespace:'{ns}'}]}");
    all.put(
        "certificatesigningrequests",
        "{spec:{signerName:'x.io/s',usages:['client auth'],request:'" + CSR + "'}}");
  }

  private static void cluster(Map<String, String> all) {
    all.put("priorityclasses", "{value:10}");
    all.put("runtimeclasses", "{handler:'h'}");
    all.put(
        "flowschemas",
        "{spec:{priorityLevelConfiguration:{name:'exempt'},matchingPrecedence:9000}}");
    all.put(
        "prioritylevelconfigurations",
        "{spec:{type:'Limited',limited:{limitResponse:{type:'Reject'}}}}");
    all.put(
        "validatingwebhookconfigurations",
        "{webhooks:[{name:'a.x.io',sideEffects:'None',admissionReviewVersions:['v1'],"
            + "clientConfig:{url:'https://x.io/hook'}}]}");
    all.put(
        "mutatingwebhookconfigurations",
        "{webhooks:[{name:'a.x.io',sideEffects:'None',admissionReviewVersions:['v1'],"
            + "clientConfig:{service:{namespace:'{ns}',name:'s'}}}]}");
    all.put(
        "validatingadmissionpolicies",
        "{spec:{matchConstraints:{resourceRules:[{apiGroups:['none.io'],apiVersions:['v1'],"
            + "operations:['CREATE'],resources:['nothings']}]},validations:[{expression:'true'}]}}");
    all.put(
        "validatingadmissionpolicybindings",
        "{spec:{policyName:'none',validationActions:['Deny']}}");
    all.put(
        "mutatingadmissionpolicies",
        "{spec:{matchConstraints:{resourceRules:[{apiGroups:['none.io'],apiVersions:['v1'],"
            + "operations:['CREATE'],resources:['nothings']}]},reinvocationPolicy:'Never',"
            + "mutations:[{patchType:'ApplyConfiguration',"
            + "applyConfiguration:{expression:'Object{}'}}]}}");
    all.put("mutatingadmissionpolicybindings", "{spec:{policyName:'none'}}");
    all.put(
        "customresourcedefinitions",
        "{metadata:{name:'things.{id}.io'},spec:{group:'{id}.io',scope:'Namespaced',"
            + "names:{plural:'things',kind:'Thing'},versions:[{name:'v1',served:true,storage:true,"
            + "schema:{openAPIV3Schema:{type:'object'}}}]}}");
    all.put(
        "apiservices",
        "{metadata:{name:'v1.{id}.io'},spec:{group:'{id}.io',version:'v1',groupPriorityMinimum:100,"
            + "versionPriority:100,insecureSkipTLSVerify:true,"
            + "service:{namespace:'{ns}',name:'none'}}}");
    all.put("deviceclasses", "{spec:{}}");
    all.put(
        "resourceclaims", "{spec:{devices:{requests:[{name:'r',exactly:{deviceClassName:'c'}}]}}}");
    all.put(
        "resourceclaimtemplates",
        "{spec:{spec:{devices:{requests:[{name:'r',exactly:{deviceClassName:'c'}}]}}}}");
    all.put(
        "resourceslices",
        "{spec:{driver:'x.io',nodeName:'n',pool:{name:'p',generation:1,resourceSliceCount:1}}}");
  }
}
