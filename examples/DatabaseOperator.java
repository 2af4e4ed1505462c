// A Database becomes a StatefulSet with its Services and a password, is backed up before it is
// upgraded and before it goes: the operator of docs/database-operator.md.
//   ./drover run --simulate examples/DatabaseOperator.java

// tag::imports
import dev.drover.api.Condition;
import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Quantity;
import dev.drover.api.crd.Description;
import dev.drover.api.crd.Maximum;
import dev.drover.api.crd.Minimum;
import dev.drover.api.crd.Pattern;
import dev.drover.api.crd.PrinterColumn;
import dev.drover.api.crd.Rule;
import dev.drover.client.ApiException;
import dev.drover.client.ClientConfig;
import dev.drover.model.apps.v1.StatefulSet;
import dev.drover.model.batch.v1.Job;
import dev.drover.model.core.v1.Secret;
import dev.drover.model.core.v1.Service;
import dev.drover.recipes.children.GeneratedSecret;
import dev.drover.recipes.condition.Conditions;
import dev.drover.recipes.condition.Summary;
import dev.drover.runtime.Context;
import dev.drover.runtime.EventFilter;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Result;
import dev.drover.runtime.webhook.AdmissionResponse;
import dev.drover.runtime.webhook.Webhook;
import org.jspecify.annotations.Nullable;

// end::imports

// tag::type
@CustomResource(group = "example.dev", version = "v1", shortNames = "db")
@PrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = "date")
record Database(ObjectMeta metadata, Spec spec, @Nullable Status status)
    implements KubernetesObject, HasStatus<Database.Status> {
  record Spec(
      @Description("The version of PostgreSQL.") @Pattern("^[0-9]+\\.[0-9]+$") @PrinterColumn
      String version,
      @Description("How many servers there are.") @Minimum(1) @Maximum(9) int replicas,
      @Description("The size of the volume of each server.")
      @Rule(value = "self == oldSelf", message = "the size cannot be changed")
      @Pattern("^[1-9][0-9]*[MGT]i$")
      String storage,
      @Description("Where backups go, such as s3://backups/shop.") @Pattern("^s3://.+")
      String backups) {}

  record Status(
      @PrinterColumn @Nullable String running, // the version of the StatefulSet
      @Nullable String lastBackup, // the Job that made it
      List<Condition> conditions) {}
}

// end::type

// tag::children
Service pods(Database db) {
  return Service.named(db.namespace(), db.name() + "-pods").with(v -> v
      .ownedBy(db)
      .spec(s -> s.clusterIP("None").selector("database", db.name()).port(5432, p -> {})));
}

Service address(Database db) {
  return Service.named(db.namespace(), db.name()).with(v -> v
      .ownedBy(db)
      .spec(s -> s.selector("database", db.name()).port(5432, p -> {})));
}

StatefulSet servers(Database db) {
  return StatefulSet.named(db.namespace(), db.name()).with(d -> d
      .ownedBy(db)
      .spec(s -> s
          .replicas(db.spec().replicas())
          .serviceName(db.name() + "-pods")
          .matchLabel("database", db.name())
          .persistentVolumeClaimRetentionPolicy(p -> p.whenDeleted("Delete"))
          .template(t -> t.label("database", db.name())
              .container("postgres", c -> c
                  .image("postgres:" + db.spec().version())
                  .port(5432, p -> {})
                  .env("POSTGRES_PASSWORD", e -> e.valueFrom(f -> f.secretKeyRef(k -> k
                      .name(db.name() + "-login").key("password"))))
                  .volumeMount("/var/lib/postgresql/data", m -> m.name("data"))))
          .addVolumeClaimTemplate(v -> v.name("data").spec(c -> c
              .addAccessMode("ReadWriteOnce")
              .resources(r -> r.requests(
                  Map.of("storage", Quantity.parse(db.spec().storage()))))))));
}

// end::children

// tag::backup
enum Backup { RUNNING, DONE, FAILED }

/** A backup runs once for each reason: the Job is named after it. */
Backup backup(Database db, String reason, Context<Database> ctx) {
  var name = db.name() + "-" + reason;
  var job = ctx.client().find(Job.class, db.namespace(), name);
  if (job.isEmpty()) {
    try {
      ctx.client().create(backupJob(db, name));
      ctx.event("BackupStarted", "Job " + name);
    } catch (ApiException.AlreadyExists e) {
      ctx.log().info("Job {} exists already, and was not in the cache yet", name);
    }
    return Backup.RUNNING;
  }
  return has(job.get(), "Complete") ? Backup.DONE
      : has(job.get(), "Failed") ? Backup.FAILED : Backup.RUNNING;
}

boolean has(Job job, String condition) {
  return job.status() != null && job.status().conditions().stream()
      .anyMatch(c -> c.type().equals(condition) && c.status().equals("True"));
}

Job backupJob(Database db, String name) {
  return Job.named(db.namespace(), name).with(j -> j
      .ownedBy(db)
      .spec(s -> s.backoffLimit(2).template(t -> t.spec(p -> p
          .restartPolicy("Never")
          .container("backup", c -> c
              .image("registry.example.com/pg-backup:1")
              .args("--from", db.name(), "--to", db.spec().backups())
              .env("PGPASSWORD", e -> e.valueFrom(f -> f.secretKeyRef(k -> k
                  .name(db.name() + "-login").key("password")))))))));
}

// end::backup

// tag::reconcile
Result reconcile(Database db, Context<Database> ctx) {
  GeneratedSecret.named(db.namespace(), db.name() + "-login")
      .value("password", GeneratedSecret.text(24))
      .ownedBy(db)
      .ensure(ctx.client(), ctx.clock()); // generated once
  ctx.client().apply(pods(db));
  ctx.client().apply(address(db));

  var found = ctx.client().find(StatefulSet.class, db.namespace(), db.name());
  if (found.isEmpty()) {
    ctx.client().create(servers(db)); // refused if there is one that the cache does not know yet
    return report(db, ctx, db.spec().version(), "Starting", "the servers start");
  }
  var running = versionOf(found.get());
  if (!running.equals(db.spec().version())) {
    switch (backup(db, backupBefore(db.spec().version()), ctx)) {
      case RUNNING -> {
        return report(db, ctx, running, "BackingUp", "a backup comes before the upgrade");
      }
      case FAILED -> {
        ctx.warning("BackupFailed", "There is no upgrade without a backup");
        return report(db, ctx, running, "BackupFailed", "the backup before the upgrade failed");
      }
      case DONE -> ctx.event("Upgrading", running + " to " + db.spec().version());
    }
  }
  // With the version of what was read: if it is not the newest any more, the server refuses it.
  var applied = ctx.client().apply(servers(db).with(s ->
      s.metadata(m -> m.resourceVersion(found.get().metadata().resourceVersion()))));
  var summary = Summary.of(applied);
  return summary.state() == Summary.State.READY
      ? report(db, ctx, db.spec().version(), "Ready", "")
      : report(db, ctx, db.spec().version(), "Starting", String.join("; ", summary.messages()));
}

String versionOf(StatefulSet servers) {
  var image = servers.spec().template().spec().containers().getFirst().image();
  return image == null ? "" : image.substring(image.indexOf(':') + 1);
}

String backupBefore(String version) {
  return "before-" + version.replace('.', '-');
}

// end::reconcile

// tag::status
Result report(
    Database db, Context<Database> ctx, String running, String reason, String message) {
  var before = db.status() == null ? List.<Condition>of() : db.status().conditions();
  var conditions = Conditions.of(before).observed(db, ctx.clock());
  var after = reason.equals("Ready")
      ? conditions.setTrue("Ready", reason, message)
      : conditions.setFalse("Ready", reason, message);
  var backup = db.name() + "-" + backupBefore(running);
  var lastBackup = ctx.client().find(Job.class, db.namespace(), backup).isPresent() ? backup
      : db.status() == null ? null : db.status().lastBackup();
  ctx.client().updateStatus(db, new Database.Status(running, lastBackup, after.list()));
  return Result.done(); // the next change of a child runs it again
}

// end::status

// tag::cleanup
Result cleanUp(Database db, Context<Database> ctx) {
  return switch (backup(db, "final", ctx)) {
    case DONE -> Result.done(); // the finalizer goes, then the database, then what it owns
    case RUNNING -> Result.after(java.time.Duration.ofMinutes(1)); // or as soon as the Job ends
    case FAILED -> throw new IllegalStateException(
        "the last backup failed; delete Job %s-final to try again".formatted(db.name()));
  };
}

// end::cleanup

// tag::webhook
Webhook<Database> webhook() {
  return Webhook.validate(Database.class, request -> {
    var db = request.object();
    if (db.name().length() > 40) {
      return AdmissionResponse.invalid("metadata.name", "at most 40 characters");
    }
    if (request.old().isEmpty()) {
      return AdmissionResponse.allow();
    }
    var old = request.old().get().spec().version().split("\\.");
    var now = db.spec().version().split("\\.");
    if (!old[0].equals(now[0])) {
      return AdmissionResponse.invalid(
          "spec.version", "another major version needs a new database and a dump");
    }
    return Integer.parseInt(now[1]) < Integer.parseInt(old[1])
        ? AdmissionResponse.invalid("spec.version", "an older version cannot read the data")
        : AdmissionResponse.allow();
  });
}

// end::webhook

// tag::main
void addTo(Manager manager) {
  manager.controllerFor(Database.class)
      .with(EventFilter.generation()) // not for writes of the status
      .owns(StatefulSet.class)
      .owns(Service.class)
      .owns(Secret.class)
      .owns(Job.class)
      .finalizer("example.dev/backup", this::cleanUp)
      .complete(this::reconcile);
}

void main(String[] args) throws Exception {
  var options = ManagerOptions.defaults().with(o -> o.leaderElection().health(8081));
  try (var manager = Manager.connect("databases", ClientConfig.fromArgs(args), options)) {
    manager.install(Database.class); // the definition, from the record
    addTo(manager);
    if (java.nio.file.Files.exists(java.nio.file.Path.of(CERTIFICATES))) {
      manager.webhooks(webhook()); // where there is a certificate: in the cluster
    }
    manager.run();
  }
}

static final String CERTIFICATES = "/tmp/k8s-webhook-server/serving-certs/tls.crt";
// end::main
