import os
import subprocess
import tempfile
import unittest

from kubernetes import client, config


class ConfigMapTest(unittest.TestCase):
    """Tests with an API server of their own."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        kubeconfig = os.path.join(cls.folder.name, "kubeconfig")
        # DROVER is the path of ./drover
        command = [os.environ["DROVER"], "apiserver", "--port", "0", "--kubeconfig-out", kubeconfig]
        cls.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for line in cls.server.stdout:
            if "https://" in line:  # it is ready
                break
        cls.core = client.CoreV1Api(config.new_client_from_config(kubeconfig))

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.communicate()
        cls.folder.cleanup()

    def test_config_map_is_created(self):
        self.core.create_namespaced_config_map("default", {"metadata": {"name": "settings"}})
        self.assertEqual(
            "settings", self.core.read_namespaced_config_map("settings", "default").metadata.name
        )


if __name__ == "__main__":
    unittest.main()
