package dev.drover.server.kinds;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.Yaml;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Strategy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Workloads that use many fields, and are valid.
final class WorkloadSamples {
  private WorkloadSamples() {}

  /// @param fields those whose rules are looked at
  record Sample(
      GroupVersionKind kind,
      Strategy strategy,
      String path,
      Map<String, Object> object,
      String... fields) {
    /// The same under another name.
    Map<String, Object> renamed(String name) {
      var copy = TreeNode.copyOf(object);
      copy.at("metadata").set("name", copy.at("metadata").text("name") + "-" + name);
      return copy.map();
    }

    @Override
    public String toString() {
      return kind.kind() + " " + ((Map<?, ?>) object.get("metadata")).get("name");
    }
  }

  static List<Sample> all() {
    return List.of(
        pod(POD),
        pod(VOLUMES),
        pod(SCHEDULING),
        pod(SECURITY),
        of("", "PodTemplate", "podtemplates", POD_TEMPLATE, "template"),
        of("", "ReplicationController", "replicationcontrollers", CONTROLLER, "spec"),
        of("apps", "Deployment", "deployments", DEPLOYMENT, "spec"),
        of("apps", "ReplicaSet", "replicasets", REPLICA_SET, "spec"),
        of("apps", "StatefulSet", "statefulsets", STATEFUL_SET, "spec"),
        of("apps", "DaemonSet", "daemonsets", DAEMON_SET, "spec"),
        of("apps", "ControllerRevision", "controllerrevisions", REVISION, "data", "revision"),
        of("batch", "Job", "jobs", JOB, "spec"),
        of("batch", "Job", "jobs", INDEXED_JOB, "spec"),
        of("batch", "CronJob", "cronjobs", CRON_JOB, "spec"));
  }

  private static Sample of(
      String group, String kind, String plural, String yaml, String... fields) {
    var gvk = new GroupVersionKind(group, "v1", kind);
    String root = group.isEmpty() ? "/api/v1" : "/apis/" + group + "/v1";
    return new Sample(
        gvk,
        BuiltInGroups.kind(gvk.groupKind()).strategy(),
        root + "/namespaces/default/" + plural,
        tree(yaml),
        fields);
  }

  private static Sample pod(String yaml) {
    return of("", "Pod", "pods", yaml, "spec");
  }

  private static Map<String, Object> tree(String yaml) {
    return Yaml.readTree(yaml.getBytes(StandardCharsets.UTF_8), "sample");
  }

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: containers, labels: {app: a}}
      spec:
        terminationGracePeriodSeconds: 20
        containers:
        - name: main
          image: nginx
          command: [sh]
          args: [-c]
          ports:
          - {name: http, containerPort: 80, hostPort: 8080, protocol: TCP}
          env:
          - {name: A, value: b}
          - name: F
            valueFrom: {fieldRef: {fieldPath: metadata.name}}
          - name: R
            valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}
          - name: C
            valueFrom: {configMapKeyRef: {name: c, key: k}}
          - name: S
            valueFrom: {secretKeyRef: {name: c, key: k}}
          - name: E
            valueFrom: {fileKeyRef: {volumeName: data, path: f, key: k}}
          envFrom:
          - {prefix: p, configMapRef: {name: c}}
          - secretRef: {name: s}
          volumeMounts:
          - {name: data, mountPath: /data, subPath: x, readOnly: true, recursiveReadOnly: Enabled, mountPropagation: None}
          volumeDevices:
          - {name: disk, devicePath: /dev/x}
          resources:
            limits: {cpu: "2", memory: 1Gi, hugepages-2Mi: 4Mi, example.com/gpu: "1"}
            requests: {cpu: "1"}
            claims: [{name: claim, request: r}]
          resizePolicy: [{resourceName: cpu, restartPolicy: NotRequired}]
          restartPolicy: OnFailure
          restartPolicyRules:
          - {action: Restart, exitCodes: {operator: In, values: [42]}}
          livenessProbe:
            httpGet: {path: /h, port: 80, scheme: HTTPS, httpHeaders: [{name: X-A, value: b}]}
            initialDelaySeconds: 1
            terminationGracePeriodSeconds: 5
          readinessProbe: {tcpSocket: {port: http}, timeoutSeconds: 2}
          startupProbe: {grpc: {port: 9000}, failureThreshold: 30}
          lifecycle:
            postStart: {exec: {command: [a]}}
            preStop: {sleep: {seconds: 3}}
        - {name: second, image: "busybox:1", livenessProbe: {exec: {command: [x]}}}
        initContainers:
        - name: init
          image: busybox@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
          ports: [{containerPort: 1, hostPort: 1}]
          resources: {limits: {cpu: 100m}}
        - {name: sidecar, image: "reg.example.com:5000/a/b:latest", restartPolicy: Always, readinessProbe: {httpGet: {port: 1}}}
        resourceClaims:
        - {name: claim, resourceClaimName: rc}
        volumes:
        - {name: data, emptyDir: {sizeLimit: 1Gi}}
        - {name: disk, persistentVolumeClaim: {claimName: c}}
      """;

  private static final String VOLUMES =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: volumes}
      spec:
        serviceAccountName: sa
        containers: [{name: a, image: b}]
        volumes:
        - {name: v1, hostPath: {path: /x, type: Directory}}
        - {name: v2, gitRepo: {repository: r, directory: d}}
        - {name: v3, gcePersistentDisk: {pdName: p, partition: 1}}
        - {name: v4, awsElasticBlockStore: {volumeID: p, partition: 1}}
        - {name: v5, secret: {secretName: s, items: [{key: k, path: p, mode: 256}], defaultMode: 256}}
        - {name: v6, nfs: {server: s, path: /p}}
        - {name: v7, iscsi: {targetPortal: t, iqn: "iqn.2016-04.test.com:storage", lun: 1, initiatorName: "eui.0123456789ABCDEF"}}
        - {name: v8, glusterfs: {endpoints: e, path: p}}
        - {name: v9, flocker: {datasetName: d}}
        - {name: v10, persistentVolumeClaim: {claimName: c}}
        - {name: v11, rbd: {monitors: [m], image: i}}
        - {name: v12, cinder: {volumeID: v, secretRef: {name: s}}}
        - {name: v13, cephfs: {monitors: [m]}}
        - {name: v14, quobyte: {registry: "h:1,[::1]:2", volume: v, tenant: t}}
        - name: v15
          downwardAPI:
            items:
            - {path: l, fieldRef: {fieldPath: metadata.labels}, mode: 256}
            - {path: a, fieldRef: {fieldPath: "metadata.annotations['a/b']"}}
            - {path: r, resourceFieldRef: {containerName: a, resource: limits.memory, divisor: 1Mi}}
        - {name: v16, fc: {targetWWNs: [w], lun: 1}}
        - {name: v17, flexVolume: {driver: d, options: {a: b}}}
        - {name: v18, configMap: {name: c, items: [{key: k, path: p}]}}
        - {name: v19, azureFile: {secretName: s, shareName: s}}
        - {name: v20, vsphereVolume: {volumePath: p}}
        - {name: v21, photonPersistentDisk: {pdID: p}}
        - {name: v22, portworxVolume: {volumeID: p}}
        - {name: v23, azureDisk: {diskName: d, diskURI: "https://x/y"}}
        - {name: v24, storageos: {volumeName: v, volumeNamespace: ns, secretRef: {name: s}}}
        - name: v25
          projected:
            sources:
            - {secret: {name: s, items: [{key: k, path: p}]}}
            - {configMap: {name: c, items: [{key: k, path: q}]}}
            - {downwardAPI: {items: [{path: d, fieldRef: {fieldPath: metadata.uid}}]}}
            - {serviceAccountToken: {path: t, audience: a, expirationSeconds: 700}}
        - {name: v26, scaleIO: {gateway: g, system: s, volumeName: v, secretRef: {name: s}}}
        - {name: v27, csi: {driver: d.example.com, nodePublishSecretRef: {name: s}}}
        - name: v28
          ephemeral:
            volumeClaimTemplate:
              metadata: {labels: {a: b}, annotations: {c: d}}
              spec:
                accessModes: [ReadWriteOnce]
                resources: {requests: {storage: 1Gi}}
                selector: {matchLabels: {a: b}}
                storageClassName: s
                dataSource: {kind: PersistentVolumeClaim, name: p}
                dataSourceRef: {kind: PersistentVolumeClaim, name: p}
        - {name: v29, image: {reference: "a:latest", pullPolicy: Never}}
        - {name: v30}
      """;

  private static final String SCHEDULING =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: scheduling, labels: {app: a}}
      spec:
        containers: [{name: a, image: b}]
        nodeSelector: {a: b}
        schedulerName: s
        priorityClassName: ""
        affinity:
          nodeAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms:
              - matchExpressions: [{key: k, operator: In, values: [v]}, {key: e, operator: Exists}, {key: g, operator: Gt, values: ["1"]}]
                matchFields: [{key: metadata.name, operator: In, values: [no1]}]
            preferredDuringSchedulingIgnoredDuringExecution:
            - {weight: 1, preference: {matchExpressions: [{key: k, operator: NotIn, values: [v]}]}}
          podAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
            - {topologyKey: t, namespaces: [ns], labelSelector: {matchLabels: {a: b}}, namespaceSelector: {}, matchLabelKeys: [app], mismatchLabelKeys: [z]}
            preferredDuringSchedulingIgnoredDuringExecution:
            - {weight: 2, podAffinityTerm: {topologyKey: t, labelSelector: {matchExpressions: [{key: a, operator: In, values: [b]}]}}}
          podAntiAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
            - {topologyKey: t}
        tolerations:
        - {key: k, operator: Equal, value: v, effect: NoExecute, tolerationSeconds: 5}
        - {operator: Exists}
        topologySpreadConstraints:
        - {maxSkew: 1, topologyKey: t, whenUnsatisfiable: DoNotSchedule, minDomains: 2, labelSelector: {matchLabels: {x: z}}, matchLabelKeys: [app], nodeAffinityPolicy: Honor, nodeTaintsPolicy: Ignore}
        - {maxSkew: 1, topologyKey: u, whenUnsatisfiable: ScheduleAnyway}
        readinessGates: [{conditionType: a/b}]
        schedulingGates: [{name: a/b}, {name: c}]
        dnsPolicy: None
        dnsConfig: {nameservers: ["1.2.3.4", "::1"], searches: [a.b, "_x.y."], options: [{name: nn, value: v}]}
        hostAliases: [{ip: "1.2.3.4", hostnames: [h]}]
        hostname: h
        subdomain: s
        activeDeadlineSeconds: 5
        imagePullSecrets: [{name: s}]
        overhead: {}
        enableServiceLinks: false
      """;

  private static final String SECURITY =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: security}
      spec:
        os: {name: linux}
        hostNetwork: true
        hostIPC: true
        shareProcessNamespace: false
        automountServiceAccountToken: false
        setHostnameAsFQDN: false
        restartPolicy: Never
        containers:
        - name: a
          image: b
          ports: [{containerPort: 80}]
          securityContext:
            allowPrivilegeEscalation: false
            capabilities: {add: [NET_ADMIN], drop: [ALL]}
            privileged: false
            procMount: Default
            readOnlyRootFilesystem: true
            runAsGroup: 1
            runAsNonRoot: true
            runAsUser: 1
            seLinuxOptions: {level: l}
            seccompProfile: {type: Localhost, localhostProfile: p}
            appArmorProfile: {type: Localhost, localhostProfile: p}
        resources: {limits: {cpu: "1", memory: 1Gi}}
        securityContext:
          fsGroup: 1
          fsGroupChangePolicy: Always
          runAsGroup: 1
          runAsUser: 1
          runAsNonRoot: true
          seLinuxOptions: {level: l}
          seLinuxChangePolicy: Recursive
          seccompProfile: {type: RuntimeDefault}
          appArmorProfile: {type: RuntimeDefault}
          supplementalGroups: [1, 2]
          supplementalGroupsPolicy: Merge
          sysctls: [{name: kernel.foo, value: "1"}]
      """;

  private static final String POD_TEMPLATE =
      """
      apiVersion: v1
      kind: PodTemplate
      metadata: {name: template}
      template:
        metadata:
          labels: {a: b}
          annotations: {c: d, controller.kubernetes.io/pod-deletion-cost: "5", container.apparmor.security.beta.kubernetes.io/a: unconfined, seccomp.security.alpha.kubernetes.io/pod: runtime/default}
        spec:
          hostNetwork: true
          containers:
          - {name: a, image: b, ports: [{containerPort: 80}], securityContext: {seccompProfile: {type: RuntimeDefault}}}
      """;

  private static final String CONTROLLER =
      """
      apiVersion: v1
      kind: ReplicationController
      metadata: {name: controller}
      spec:
        replicas: 2
        minReadySeconds: 1
        selector: {a: b}
        template:
          metadata: {labels: {a: b}}
          spec: {containers: [{name: a, image: b}]}
      """;

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: deployment}
      spec:
        replicas: 2
        minReadySeconds: 1
        progressDeadlineSeconds: 60
        revisionHistoryLimit: 3
        paused: false
        strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
        selector: {matchLabels: {a: b}, matchExpressions: [{key: a, operator: In, values: [b]}]}
        template:
          metadata: {labels: {a: b}}
          spec: {containers: [{name: a, image: b}]}
      """;

  private static final String REPLICA_SET =
      """
      apiVersion: apps/v1
      kind: ReplicaSet
      metadata: {name: replicaset}
      spec:
        replicas: 2
        minReadySeconds: 1
        selector: {matchLabels: {a: b}}
        template:
          metadata: {labels: {a: b}}
          spec: {containers: [{name: a, image: b}]}
      """;

  private static final String STATEFUL_SET =
      """
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: statefulset}
      spec:
        replicas: 2
        serviceName: s
        podManagementPolicy: Parallel
        updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 1}}
        ordinals: {start: 1}
        minReadySeconds: 1
        persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete, whenScaled: Retain}
        selector: {matchLabels: {a: b}}
        template:
          metadata: {labels: {a: b}}
          spec:
            hostname: "Bad!"
            containers: [{name: a, image: b, volumeMounts: [{name: data, mountPath: /d}]}]
            volumes: [{name: other, emptyDir: {}}]
        volumeClaimTemplates:
        - metadata: {name: data}
          spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
      """;

  private static final String DAEMON_SET =
      """
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: daemonset}
      spec:
        minReadySeconds: 1
        revisionHistoryLimit: 2
        updateStrategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 10%, maxSurge: 0}}
        selector: {matchLabels: {a: b}}
        template:
          metadata: {labels: {a: b}}
          spec: {containers: [{name: a, image: b}]}
      """;

  private static final String REVISION =
      """
      apiVersion: apps/v1
      kind: ControllerRevision
      metadata: {name: revision}
      revision: 1
      data: {a: b}
      """;

  private static final String JOB =
      """
      apiVersion: batch/v1
      kind: Job
      metadata: {name: job}
      spec:
        parallelism: 2
        completions: 3
        activeDeadlineSeconds: 10
        backoffLimit: 2
        ttlSecondsAfterFinished: 5
        suspend: true
        managedBy: example.com/x
        podFailurePolicy:
          rules:
          - {action: FailJob, onExitCodes: {containerName: a, operator: In, values: [1, 2]}}
          - {action: Ignore, onPodConditions: [{type: DisruptionTarget}]}
        template:
          metadata: {labels: {a: b}}
          spec: {restartPolicy: Never, containers: [{name: a, image: b}]}
      """;

  private static final String INDEXED_JOB =
      """
      apiVersion: batch/v1
      kind: Job
      metadata: {name: indexed}
      spec:
        parallelism: 2
        completions: 10
        completionMode: Indexed
        backoffLimitPerIndex: 1
        maxFailedIndexes: 2
        podReplacementPolicy: Failed
        successPolicy: {rules: [{succeededIndexes: "0-2,5", succeededCount: 2}]}
        podFailurePolicy: {rules: [{action: FailIndex, onExitCodes: {operator: NotIn, values: [0]}}]}
        manualSelector: true
        selector: {matchLabels: {a: b}}
        template:
          metadata: {labels: {a: b}}
          spec: {restartPolicy: Never, containers: [{name: a, image: b}]}
      """;

  private static final String CRON_JOB =
      """
      apiVersion: batch/v1
      kind: CronJob
      metadata: {name: cron}
      spec:
        schedule: "*/5 0-6,12 1 jan-mar ?"
        timeZone: Europe/Berlin
        startingDeadlineSeconds: 5
        concurrencyPolicy: Forbid
        suspend: false
        successfulJobsHistoryLimit: 1
        failedJobsHistoryLimit: 1
        jobTemplate:
          metadata: {labels: {a: b}}
          spec:
            template:
              spec: {restartPolicy: OnFailure, containers: [{name: a, image: b}]}
      """;
}
