use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{Api, PostParams};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::{Client, Config};

/// An API server of this test alone; it ends with the value.
struct Server {
    process: Child,
    kubeconfig: PathBuf,
}

impl Server {
    fn start() -> Server {
        let file = format!("kubeconfig-{}", std::process::id());
        let kubeconfig = std::env::temp_dir().join(file);
        let drover = std::env::var("DROVER").expect("DROVER is the path of ./drover");
        let mut process = Command::new(drover)
            .args(["apiserver", "--port", "0", "--kubeconfig-out"])
            .arg(&kubeconfig)
            .stdout(Stdio::piped())
            .spawn()
            .expect("drover starts");
        let output = process.stdout.take().expect("it is piped");
        BufReader::new(output)
            .lines()
            .map_while(Result::ok)
            .find(|line| line.contains("https://")) // it is ready
            .expect("the server starts");
        Server {
            process,
            kubeconfig,
        }
    }

    async fn client(&self) -> Client {
        let file = Kubeconfig::read_from(&self.kubeconfig).expect("a kubeconfig");
        let options = KubeConfigOptions::default();
        let config = Config::from_custom_kubeconfig(file, &options).await;
        Client::try_from(config.expect("a configuration")).expect("a client")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_file(&self.kubeconfig);
    }
}

#[tokio::test]
async fn config_map_is_created() {
    let server = Server::start();
    let maps: Api<ConfigMap> = Api::default_namespaced(server.client().await);
    let mut map = ConfigMap::default();
    map.metadata.name = Some("settings".to_owned());
    maps.create(&PostParams::default(), &map)
        .await
        .expect("created");
    assert!(maps.get("settings").await.is_ok());
}
