package io.metasched.metascheduler.deployment.config;

import static io.metasched.metascheduler.fixture.TlsKeys.make;
import static io.metasched.metascheduler.fixture.TlsKeys.settingsWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.fixture.TlsKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Valid and invalid TLS keys of a member. */
@Tag("slow")
@Tag("cluster")
final class TlsTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void makeKeys() throws Exception {
    TlsKeys.conf(folder.resolve("conf"));
  }

  @Test
  void keysThatAreInOrderAreTaken() {
    var settings = ClusterSettings.load(Optional.of(folder.resolve("conf")));

    assertThat(settings.config().getString("akka.remote.artery.transport")).isEqualTo("tls-tcp");
  }

  @Test
  void theScriptLeavesNothingReadableAndOverwritesNothing() throws Exception {
    var keys = folder.resolve("conf/keys");
    var host = keys.resolve("127.0.0.1");
    var before = Files.readAllBytes(host.resolve("keystore.p12"));

    for (var name : new String[] {"keystore.p12", "truststore.p12", "password"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(host.resolve(name))))
          .isEqualTo("rw-------");
    }
    assertThat(make(keys, "new.example,127.0.0.2", "127.0.0.1")).contains(host + " exists already");
    assertThat(keys.resolve("new.example")).doesNotExist();
    assertThat(host.resolve("keystore.p12")).hasBinaryContent(before);
    assertThat(make(keys, "../up")).contains("given was '../up'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1/keystore.p12 | nowhere.p12 | tls.key-store: | there is no such file",
        "127.0.0.1/keystore.p12 | 127.0.0.1/password | tls.key-store: | not a key store",
        "127.0.0.1/keystore.p12 | 127.0.0.1/truststore.p12 | tls.key-store: | no private key",
        "127.0.0.1/truststore.p12 | 127.0.0.1/keystore.p12 | tls.trust-store: | no certificate",
        "127.0.0.1/password | authority/password | tls.key-store: | the password is wrong",
        "127.0.0.1/password | none | tls.password-file: | there is no such file"
      })
  void keysThatAreNotInOrderAreNamed(String right, String wrong, String key, String why)
      throws IOException {
    var conf = Files.createTempDirectory(folder, "wrong");
    Files.createSymbolicLink(conf.resolve("keys"), folder.resolve("conf/keys"));
    settingsWith(conf, "enabled = off", "enabled = on", "keys/" + right, "keys/" + wrong);

    assertThatThrownBy(() -> ClusterSettings.load(Optional.of(conf)))
        .isInstanceOf(DeploymentException.class)
        .hasMessageContainingAll(key, conf.resolve("keys") + "/", why);
  }
}
