"""Runs the official Python client against the API server of $KUBECONFIG and checks what it sees.

It prints one line for each check and ends with status 1 when one fails.
"""

import sys
import threading

from kubernetes import client, config, dynamic, watch
from kubernetes.client.rest import ApiException

GROUP = "python.example.com"
checks = []


def check(name):
    def register(run):
        checks.append((name, run))
        return run

    return register


def require(claim, what):
    if not claim:
        raise AssertionError(what)


def refused(status, call, *arguments, **options):
    """The error with which a call is refused."""
    try:
        call(*arguments, **options)
    except ApiException as e:
        require(e.status == status, f"{e.status} instead of {status}: {e.body}")
        return e
    raise AssertionError(f"no {status}")


def namespace(name):
    client.CoreV1Api().create_namespace({"metadata": {"name": name}})
    return name


def config_map(name, value):
    return client.V1ConfigMap(
        metadata=client.V1ObjectMeta(name=name, labels={"value": value}), data={"k": value}
    )


def deployment(name):
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name},
        "spec": {
            "selector": {"matchLabels": {"app": name}},
            "template": {
                "metadata": {"labels": {"app": name}},
                "spec": {"containers": [{"name": "c", "image": "i"}]},
            },
        },
    }


@check("version and discovery")
def version():
    require(client.VersionApi().get_code().major == "1", "version")
    groups = [group.name for group in client.ApisApi().get_api_versions().groups]
    require("apps" in groups, groups)


@check("create, read, replace, delete")
def crud():
    core, ns = client.CoreV1Api(), namespace("py-crud")
    made = core.create_namespaced_config_map(ns, config_map("a", "1"))
    refused(409, core.create_namespaced_config_map, ns, config_map("a", "1"))
    changed = config_map("a", "2")
    changed.metadata.resource_version = made.metadata.resource_version
    core.replace_namespaced_config_map("a", ns, changed)
    require(core.read_namespaced_config_map("a", ns).data == {"k": "2"}, "replaced")
    error = refused(409, core.replace_namespaced_config_map, "a", ns, changed)
    require("the object has been modified" in error.body, error.body)
    core.delete_namespaced_config_map("a", ns)
    refused(404, core.read_namespaced_config_map, "a", ns)


@check("patches")
def patches():
    apps, ns = client.AppsV1Api(), namespace("py-patches")
    apps.create_namespaced_deployment(ns, deployment("web"))
    patched = apps.patch_namespaced_deployment(
        "web",
        ns,
        {"spec": {"template": {"spec": {"containers": [{"name": "c", "image": "j"}]}}}},
    )
    require(patched.spec.template.spec.containers[0].image == "j", "strategic")
    patched = apps.patch_namespaced_deployment(
        "web", ns, [{"op": "replace", "path": "/spec/replicas", "value": 3}]
    )
    require(patched.spec.replicas == 3, "JSON patch")
    scale = apps.patch_namespaced_deployment_scale("web", ns, {"spec": {"replicas": 5}})
    require(scale.spec.replicas == 5, "scale")
    status = apps.patch_namespaced_deployment_status("web", ns, {"status": {"replicas": 2}})
    require(status.status.replicas == 2, "status")


@check("pages and selectors")
def lists():
    core, ns = client.CoreV1Api(), namespace("py-lists")
    for i in range(7):
        core.create_namespaced_config_map(ns, config_map(f"m{i}", "odd" if i % 2 else "even"))
    odd = core.list_namespaced_config_map(ns, label_selector="value=odd")
    require(len(odd.items) == 3, "labels")
    one = core.list_namespaced_config_map(ns, field_selector="metadata.name=m3")
    require(len(one.items) == 1, "fields")
    names, pages, token = [], 0, None
    while pages == 0 or token:
        page = core.list_namespaced_config_map(ns, limit=3, _continue=token)
        names += [item.metadata.name for item in page.items]
        pages, token = pages + 1, page.metadata._continue
    require(pages == 3 and len(names) == 7, names)


@check("watch")
def watches():
    core, ns = client.CoreV1Api(), namespace("py-watch")
    version = core.list_namespaced_config_map(ns).metadata.resource_version

    def write():
        core.create_namespaced_config_map(ns, config_map("a", "1"))
        core.patch_namespaced_config_map("a", ns, {"data": {"k": "2"}})
        core.delete_namespaced_config_map("a", ns)

    writer = threading.Thread(target=write)
    writer.start()
    events = []
    stream = watch.Watch()
    for event in stream.stream(
        core.list_namespaced_config_map, ns, resource_version=version, timeout_seconds=60
    ):
        events.append(event["type"])
        if len(events) == 3:
            stream.stop()
    writer.join()
    require(events == ["ADDED", "MODIFIED", "DELETED"], events)


@check("custom resources")
def custom():
    ns = namespace("py-custom")
    schema = {
        "type": "object",
        "properties": {
            "spec": {
                "type": "object",
                "properties": {"size": {"type": "integer", "minimum": 1}},
                "x-kubernetes-validations": [
                    {"rule": "self.size < 100", "message": "too large"}
                ],
            },
            "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
        },
    }
    client.ApiextensionsV1Api().create_custom_resource_definition(
        {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": f"snakes.{GROUP}"},
            "spec": {
                "group": GROUP,
                "scope": "Namespaced",
                "names": {"plural": "snakes", "kind": "Snake"},
                "versions": [
                    {
                        "name": "v1",
                        "served": True,
                        "storage": True,
                        "subresources": {"status": {}},
                        "schema": {"openAPIV3Schema": schema},
                    }
                ],
            },
        }
    )
    stream = watch.Watch()
    for event in stream.stream(
        client.ApiextensionsV1Api().list_custom_resource_definition,
        field_selector=f"metadata.name=snakes.{GROUP}",
        timeout_seconds=60,
    ):
        conditions = event["object"].status.conditions or []
        if any(c.type == "Established" and c.status == "True" for c in conditions):
            stream.stop()
    snakes = client.CustomObjectsApi()
    where = (GROUP, "v1", ns, "snakes")

    def snake(name, size):
        return {
            "apiVersion": f"{GROUP}/v1",
            "kind": "Snake",
            "metadata": {"name": name},
            "spec": {"size": size},
        }

    snakes.create_namespaced_custom_object(*where, snake("a", 3))
    error = refused(422, snakes.create_namespaced_custom_object, *where, snake("b", 0))
    require("should be greater than or equal to 1" in error.body, error.body)
    error = refused(422, snakes.create_namespaced_custom_object, *where, snake("b", 100))
    require("too large" in error.body, error.body)
    snakes.patch_namespaced_custom_object(*where, "a", {"spec": {"size": 4}})
    snakes.patch_namespaced_custom_object_status(*where, "a", {"status": {"long": True}})
    read = snakes.get_namespaced_custom_object(*where, "a")
    require(read["spec"]["size"] == 4 and read["status"]["long"], read)


@check("dynamic client and server-side apply")
def applies():
    ns = namespace("py-apply")
    resources = dynamic.DynamicClient(client.ApiClient()).resources
    maps = resources.get(api_version="v1", kind="ConfigMap")

    def body(value):
        return {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "a"},
            "data": {"k": value},
        }

    one = maps.server_side_apply(body=body("1"), name="a", namespace=ns, field_manager="one")
    same = maps.server_side_apply(body=body("1"), name="a", namespace=ns, field_manager="one")
    require(one.metadata.resourceVersion == same.metadata.resourceVersion, "the same again")
    refused(
        409, maps.server_side_apply, body=body("2"), name="a", namespace=ns, field_manager="two"
    )
    forced = maps.server_side_apply(
        body=body("2"), name="a", namespace=ns, field_manager="two", force_conflicts=True
    )
    require(forced.data["k"] == "2", "forced")


@check("authorization")
def authorization():
    access = client.AuthorizationV1Api().create_self_subject_access_review(
        {"spec": {"resourceAttributes": {"verb": "delete", "resource": "nodes"}}}
    )
    require(access.status.allowed, "an administrator may do everything")
    nobody = client.ApiClient(header_name="Impersonate-User", header_value="nobody")
    error = refused(403, client.CoreV1Api(nobody).list_node)
    require('User \\"nobody\\" cannot list resource' in error.body, error.body)


@check("tokens")
def tokens():
    core, ns = client.CoreV1Api(), namespace("py-tokens")
    core.create_namespaced_service_account(ns, {"metadata": {"name": "robot"}})
    token = core.create_namespaced_service_account_token("robot", ns, {"spec": {}}).status.token
    review = client.AuthenticationV1Api().create_token_review({"spec": {"token": token}})
    require(review.status.user.username == f"system:serviceaccount:{ns}:robot", review)


def main():
    config.load_kube_config()
    failed = False
    for name, run in checks:
        try:
            run()
            print("ok  ", name)
        except Exception as e:  # pylint: disable=broad-except: each check reports its failure
            failed = True
            print(f"FAIL {name}: {type(e).__name__} {' '.join(str(e).split())}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
