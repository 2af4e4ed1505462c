//! Runs kube-rs against the API server of $KUBECONFIG and checks what it sees. It prints one line for each check and
//! ends with status 1 when one fails.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::{StreamExt, TryStreamExt};
use k8s_openapi::api::core::v1::{ConfigMap, Namespace, Pod};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{
    Api, ApiResource, DeleteParams, DynamicObject, ListParams, Patch, PatchParams, PostParams,
};
use kube::core::GroupVersionKind;
use kube::runtime::controller::{Action, Controller};
use kube::runtime::finalizer::{Event, finalizer};
use kube::runtime::wait::{await_condition, conditions};
use kube::runtime::{WatchStreamExt, reflector, watcher};
use kube::{Client, CustomResource, CustomResourceExt, Error, ResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

type Outcome = Result<(), Box<dyn std::error::Error + Send + Sync>>;

const TIME: Duration = Duration::from_secs(60);
const MANAGER: &str = "interop";

#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[kube(
    group = "rust.example.com",
    version = "v1",
    kind = "Boat",
    namespaced,
    status = "BoatStatus",
    shortname = "bt",
    scale(
        spec_replicas_path = ".spec.oars",
        status_replicas_path = ".status.oars"
    )
)]
struct BoatSpec {
    oars: i32,
    #[schemars(length(min = 2))]
    name: String,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
struct BoatStatus {
    oars: i32,
}

#[tokio::main]
async fn main() {
    let client = match Client::try_default().await {
        Ok(client) => client,
        Err(e) => {
            println!("FAIL kubeconfig: {e}");
            std::process::exit(1);
        }
    };
    let mut failed = false;
    failed |= check("version and discovery", discovery(client.clone())).await;
    failed |= check("create, read, replace, delete", crud(client.clone())).await;
    failed |= check("conflict and not found", errors(client.clone())).await;
    failed |= check("patches", patches(client.clone())).await;
    failed |= check("server-side apply", apply(client.clone())).await;
    failed |= check("pages and selectors", lists(client.clone())).await;
    failed |= check("metadata only", metadata(client.clone())).await;
    failed |= check("watch", watch(client.clone())).await;
    failed |= check("streamed list", streamed_list(client.clone())).await;
    failed |= check("custom resources", custom(client.clone())).await;
    failed |= check("dynamic objects", dynamic(client.clone())).await;
    failed |= check("subresources", subresources(client.clone())).await;
    failed |= check("collections", collections(client.clone())).await;
    failed |= check("controller with owned objects", controller(client.clone())).await;
    failed |= check("finalizer", finalizers(client.clone())).await;
    if failed {
        std::process::exit(1);
    }
}

async fn check(name: &str, run: impl Future<Output = Outcome>) -> bool {
    let outcome = match tokio::time::timeout(TIME, run).await {
        Ok(outcome) => outcome,
        Err(_) => Err("out of time".into()),
    };
    match &outcome {
        Ok(()) => println!("ok   {name}"),
        Err(e) => println!("FAIL {name}: {}", e.to_string().replace('\n', " ")),
    }
    outcome.is_err()
}

fn require(claim: bool, what: &str) -> Outcome {
    if claim { Ok(()) } else { Err(what.into()) }
}

async fn namespace(client: &Client, name: &str) -> Result<(), Error> {
    let body = serde_json::from_value(json!({"metadata": {"name": name}})).expect("a namespace");
    Api::<Namespace>::all(client.clone())
        .create(&PostParams::default(), &body)
        .await
        .map(drop)
}

async fn maps(client: &Client, name: &str) -> Result<Api<ConfigMap>, Error> {
    namespace(client, name).await?;
    Ok(Api::namespaced(client.clone(), name))
}

fn map(name: &str, value: &str) -> ConfigMap {
    let mut map = ConfigMap::default();
    map.metadata.name = Some(name.to_owned());
    map.metadata.labels = Some(BTreeMap::from([("value".to_owned(), value.to_owned())]));
    map.data = Some(BTreeMap::from([("k".to_owned(), value.to_owned())]));
    map
}

fn value(map: &ConfigMap) -> &str {
    map.data
        .as_ref()
        .and_then(|data| data.get("k"))
        .map_or("", String::as_str)
}

async fn discovery(client: Client) -> Outcome {
    let version = client.apiserver_version().await?;
    require(version.major == "1", "version")?;
    let found = kube::discovery::Discovery::new(client).run().await?;
    let gvk = GroupVersionKind::gvk("apps", "v1", "Deployment");
    let (resource, _) = found.resolve_gvk(&gvk).ok_or("no deployments")?;
    require(resource.plural == "deployments", "plural")
}

async fn crud(client: Client) -> Outcome {
    let maps = maps(&client, "rs-crud").await?;
    let made = maps.create(&PostParams::default(), &map("a", "1")).await?;
    require(value(&maps.get("a").await?) == "1", "read")?;
    let mut changed = map("a", "2");
    changed.metadata.resource_version = made.resource_version();
    maps.replace("a", &PostParams::default(), &changed).await?;
    require(value(&maps.get("a").await?) == "2", "replaced")?;
    maps.delete("a", &DeleteParams::default()).await?;
    require(maps.get_opt("a").await?.is_none(), "deleted")
}

async fn errors(client: Client) -> Outcome {
    let maps = maps(&client, "rs-errors").await?;
    let made = maps.create(&PostParams::default(), &map("a", "1")).await?;
    maps.patch(
        "a",
        &PatchParams::default(),
        &Patch::Merge(json!({"data": {"k": "2"}})),
    )
    .await?;
    let mut stale = map("a", "3");
    stale.metadata.resource_version = made.resource_version();
    match maps.replace("a", &PostParams::default(), &stale).await {
        Err(Error::Api(status)) => {
            require(status.code == 409 && status.reason == "Conflict", "409")?
        }
        other => return Err(format!("replaced a newer object: {other:?}").into()),
    }
    match maps.get("none").await {
        Err(Error::Api(status)) => require(status.code == 404, "404")?,
        other => return Err(format!("found nothing: {other:?}").into()),
    }
    match maps.create(&PostParams::default(), &map("A_b", "1")).await {
        Err(Error::Api(status)) => require(status.code == 422 && status.reason == "Invalid", "422"),
        other => Err(format!("took a wrong name: {other:?}").into()),
    }
}

async fn patches(client: Client) -> Outcome {
    let maps = maps(&client, "rs-patches").await?;
    maps.create(&PostParams::default(), &map("a", "1")).await?;
    let params = PatchParams::default();
    let merged = maps
        .patch(
            "a",
            &params,
            &Patch::Merge(json!({"data": {"k": null, "l": "x"}})),
        )
        .await?;
    require(
        merged
            .data
            .as_ref()
            .is_some_and(|d| !d.contains_key("k") && d["l"] == "x"),
        "merge",
    )?;
    let strategic = Patch::Strategic(json!({"metadata": {"labels": {"a": "b"}}}));
    let labelled = maps.patch("a", &params, &strategic).await?;
    require(labelled.labels().len() == 2, "strategic")?;
    let dry = PatchParams {
        dry_run: true,
        ..PatchParams::default()
    };
    maps.patch("a", &dry, &Patch::Merge(json!({"data": {"l": "dry"}})))
        .await?;
    require(
        maps.get("a").await?.data.is_some_and(|d| d["l"] == "x"),
        "dry run",
    )
}

async fn apply(client: Client) -> Outcome {
    let maps = maps(&client, "rs-apply").await?;
    let body = |value: &str| {
        Patch::Apply(
            json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"k": value}}),
        )
    };
    let made = maps
        .patch("a", &PatchParams::apply(MANAGER), &body("1"))
        .await?;
    let again = maps
        .patch("a", &PatchParams::apply(MANAGER), &body("1"))
        .await?;
    require(
        made.resource_version() == again.resource_version(),
        "the same again",
    )?;
    match maps
        .patch("a", &PatchParams::apply("other"), &body("2"))
        .await
    {
        Err(Error::Api(status)) => require(status.code == 409, "conflict of managers")?,
        other => return Err(format!("no conflict: {other:?}").into()),
    }
    let forced = maps
        .patch("a", &PatchParams::apply("other").force(), &body("2"))
        .await?;
    require(value(&forced) == "2", "forced")
}

async fn lists(client: Client) -> Outcome {
    let maps = maps(&client, "rs-lists").await?;
    for i in 0..7 {
        let value = if i % 2 == 0 { "even" } else { "odd" };
        maps.create(&PostParams::default(), &map(&format!("m{i}"), value))
            .await?;
    }
    let odd = maps
        .list(&ListParams::default().labels("value=odd"))
        .await?;
    require(odd.items.len() == 3, "labels")?;
    let one = maps
        .list(&ListParams::default().fields("metadata.name=m3"))
        .await?;
    require(one.items.len() == 1, "fields")?;
    let (mut names, mut token, mut pages) = (Vec::new(), None, 0);
    loop {
        let mut params = ListParams::default().limit(3);
        params.continue_token = token.take();
        let page = maps.list(&params).await?;
        names.extend(page.items.iter().map(ResourceExt::name_any));
        pages += 1;
        match page.metadata.continue_ {
            Some(next) if !next.is_empty() => token = Some(next),
            _ => break,
        }
    }
    require(pages == 3 && names.len() == 7, "pages")
}

async fn metadata(client: Client) -> Outcome {
    let maps = maps(&client, "rs-metadata").await?;
    maps.create(&PostParams::default(), &map("a", "1")).await?;
    let one = maps.get_metadata("a").await?;
    require(one.name_any() == "a", "get")?;
    let all = maps.list_metadata(&ListParams::default()).await?;
    require(
        all.items.len() == 1 && all.items[0].labels()["value"] == "1",
        "list",
    )
}

async fn watch(client: Client) -> Outcome {
    let maps = maps(&client, "rs-watch").await?;
    maps.create(&PostParams::default(), &map("old", "1"))
        .await?;
    let (store, writer) = reflector::store();
    let mut changes = reflector(writer, watcher(maps.clone(), watcher::Config::default()))
        .applied_objects()
        .boxed();
    let first = changes.try_next().await?.ok_or("the end")?;
    require(first.name_any() == "old", "first")?;
    maps.create(&PostParams::default(), &map("new", "1"))
        .await?;
    let second = changes.try_next().await?.ok_or("the end")?;
    require(second.name_any() == "new", "second")?;
    maps.patch(
        "old",
        &PatchParams::default(),
        &Patch::Merge(json!({"data": {"k": "2"}})),
    )
    .await?;
    let third = changes.try_next().await?.ok_or("the end")?;
    require(value(&third) == "2", "third")?;
    require(store.len() == 2, "store")
}

async fn streamed_list(client: Client) -> Outcome {
    let maps = maps(&client, "rs-streamed").await?;
    for i in 0..3 {
        maps.create(&PostParams::default(), &map(&format!("m{i}"), "1"))
            .await?;
    }
    let mut events = watcher(maps, watcher::Config::default().streaming_lists()).boxed();
    let (mut names, mut complete) = (BTreeSet::new(), false);
    // The initial objects may be those of a cache, a moment ago; what is missing follows.
    while !complete || names.len() < 3 {
        match events.try_next().await?.ok_or("the end")? {
            watcher::Event::InitApply(map) | watcher::Event::Apply(map) => {
                names.insert(map.name_any());
            }
            watcher::Event::InitDone => complete = true,
            _ => {}
        }
    }
    require(names.len() == 3, "objects")
}

async fn boats(client: &Client) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
    let name = "boats.rust.example.com";
    definitions
        .patch(
            name,
            &PatchParams::apply(MANAGER).force(),
            &Patch::Apply(Boat::crd()),
        )
        .await?;
    await_condition(definitions, name, conditions::is_crd_established()).await?;
    Ok(())
}

async fn custom(client: Client) -> Outcome {
    boats(&client).await?;
    namespace(&client, "rs-custom").await?;
    let boats: Api<Boat> = Api::namespaced(client, "rs-custom");
    let spec = BoatSpec {
        oars: 2,
        name: "four".to_owned(),
    };
    let mut boat = boats
        .create(&PostParams::default(), &Boat::new("b", spec))
        .await?;
    boat.status = Some(BoatStatus { oars: 1 });
    let updated = boats
        .replace_status("b", &PostParams::default(), &boat)
        .await?;
    require(updated.status.is_some_and(|s| s.oars == 1), "status")?;
    let short = BoatSpec {
        oars: 1,
        name: "x".to_owned(),
    };
    match boats
        .create(&PostParams::default(), &Boat::new("c", short))
        .await
    {
        Err(Error::Api(status)) => {
            require(status.message.contains("should be at least 2"), "schema")?
        }
        other => return Err(format!("took a short name: {other:?}").into()),
    }
    let scaled = boats
        .patch_scale(
            "b",
            &PatchParams::default(),
            &Patch::Merge(json!({"spec": {"replicas": 5}})),
        )
        .await?;
    require(scaled.spec.and_then(|s| s.replicas) == Some(5), "scale")?;
    require(boats.get("b").await?.spec.oars == 5, "scaled")
}

async fn dynamic(client: Client) -> Outcome {
    namespace(&client, "rs-dynamic").await?;
    let kind = ApiResource::from_gvk(&GroupVersionKind::gvk("", "v1", "ConfigMap"));
    let objects: Api<DynamicObject> = Api::namespaced_with(client, "rs-dynamic", &kind);
    let object = DynamicObject::new("a", &kind).data(json!({"data": {"k": "1"}}));
    objects.create(&PostParams::default(), &object).await?;
    require(objects.get("a").await?.data["data"]["k"] == "1", "read")
}

async fn subresources(client: Client) -> Outcome {
    namespace(&client, "rs-pods").await?;
    let pods: Api<Pod> = Api::namespaced(client, "rs-pods");
    let pod: Pod = serde_json::from_value(json!({
        "metadata": {"name": "p"},
        "spec": {"containers": [{"name": "c", "image": "i"}]}
    }))?;
    pods.create(&PostParams::default(), &pod).await?;
    let status = json!({"status": {"phase": "Running"}});
    let running = pods
        .patch_status("p", &PatchParams::default(), &Patch::Merge(status))
        .await?;
    require(
        running.status.and_then(|s| s.phase).as_deref() == Some("Running"),
        "status",
    )?;
    pods.evict("p", &Default::default()).await?;
    require(
        pods.get_opt("p")
            .await?
            .is_none_or(|p| p.metadata.deletion_timestamp.is_some()),
        "evicted",
    )
}

async fn collections(client: Client) -> Outcome {
    let maps = maps(&client, "rs-collections").await?;
    for value in ["1", "1", "2"] {
        let mut generated = map("", value);
        generated.metadata.name = None;
        generated.metadata.generate_name = Some("m-".to_owned());
        maps.create(&PostParams::default(), &generated).await?;
    }
    let ones = ListParams::default().labels("value=1");
    maps.delete_collection(&DeleteParams::default(), &ones)
        .await?;
    require(
        maps.list(&ListParams::default()).await?.items.len() == 1,
        "left",
    )
}

async fn controller(client: Client) -> Outcome {
    boats(&client).await?;
    namespace(&client, "rs-controller").await?;
    let boats: Api<Boat> = Api::namespaced(client.clone(), "rs-controller");
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), "rs-controller");
    let runs = Arc::new(AtomicUsize::new(0));
    let reconcile = |boat: Arc<Boat>, context: Arc<(Client, Arc<AtomicUsize>)>| async move {
        let maps: Api<ConfigMap> = Api::namespaced(context.0.clone(), "rs-controller");
        let mut wanted = map(&boat.name_any(), &boat.spec.oars.to_string());
        wanted.metadata.owner_references = Some(vec![
            kube::Resource::controller_owner_ref(&*boat, &()).expect("a stored object"),
        ]);
        maps.patch(
            &boat.name_any(),
            &PatchParams::apply(MANAGER).force(),
            &Patch::Apply(wanted),
        )
        .await?;
        context.1.fetch_add(1, Ordering::SeqCst);
        Ok::<_, Error>(Action::await_change())
    };
    let context = Arc::new((client, runs.clone()));
    let running = Controller::new(boats.clone(), watcher::Config::default())
        .owns(maps.clone(), watcher::Config::default())
        .run(
            reconcile,
            |_, _, _| Action::requeue(Duration::from_millis(100)),
            context,
        )
        .for_each(|_| async {});
    let running = tokio::spawn(running);
    let spec = BoatSpec {
        oars: 4,
        name: "four".to_owned(),
    };
    boats
        .create(&PostParams::default(), &Boat::new("b", spec))
        .await?;
    let has =
        |wanted: &'static str| move |m: Option<&ConfigMap>| m.is_some_and(|m| value(m) == wanted);
    await_condition(maps.clone(), "b", has("4")).await?;
    maps.patch(
        "b",
        &PatchParams::default(),
        &Patch::Merge(json!({"data": {"k": "drift"}})),
    )
    .await?;
    await_condition(maps.clone(), "b", has("4")).await?;
    boats
        .patch(
            "b",
            &PatchParams::default(),
            &Patch::Merge(json!({"spec": {"oars": 6}})),
        )
        .await?;
    await_condition(maps, "b", has("6")).await?;
    running.abort();
    require(runs.load(Ordering::SeqCst) >= 3, "runs")
}

async fn finalizers(client: Client) -> Outcome {
    let maps = maps(&client, "rs-finalizers").await?;
    maps.create(&PostParams::default(), &map("a", "1")).await?;
    let name = "rust.example.com/guard";
    let object = Arc::new(maps.get("a").await?);
    finalizer(&maps, name, object, |_| async {
        Ok::<_, Error>(Action::await_change())
    })
    .await?;
    require(maps.get("a").await?.finalizers() == [name], "added")?;
    maps.delete("a", &DeleteParams::default()).await?;
    let object = Arc::new(maps.get("a").await?);
    let cleaned = Arc::new(AtomicUsize::new(0));
    let seen = cleaned.clone();
    finalizer(&maps, name, object, |event| async move {
        if let Event::Cleanup(_) = event {
            seen.fetch_add(1, Ordering::SeqCst);
        }
        Ok::<_, Error>(Action::await_change())
    })
    .await?;
    require(cleaned.load(Ordering::SeqCst) == 1, "cleanup")?;
    require(maps.get_opt("a").await?.is_none(), "gone")
}
