package io.metasched.metascheduler.deployment.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigResolveOptions;
import org.junit.jupiter.api.Test;

/** The keys of a deployment, in both files. */
final class ClusterSettingsTest {

  /** A key that only one of the files has is not documented in the other. */
  @Test
  void theFileOfTheUserHasTheKeysAndDefaultsOfTheModule() {
    var file = ConfigFactory.parseResources("cluster.conf");
    var reference = ConfigFactory.parseResources("reference.conf");

    assertThat(keys(file)).isEqualTo(keys(reference));
    assertThat(keys(file).hasPath(ClusterSettings.ROOT + ".tls.password-file")).isTrue();
  }

  private static Config keys(Config config) {
    return config.withOnlyPath(ClusterSettings.ROOT).resolve(ConfigResolveOptions.noSystem());
  }
}
