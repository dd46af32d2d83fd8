package io.metasched.simulation.driver.cluster;

import static io.metasched.simulation.driver.cluster.Members.ALL;
import static io.metasched.simulation.driver.cluster.Members.VERSION;
import static io.metasched.simulation.driver.cluster.Members.cyclic;
import static io.metasched.simulation.driver.cluster.Members.digests;
import static io.metasched.simulation.driver.cluster.Members.impatient;
import static io.metasched.simulation.driver.cluster.Members.joining;
import static io.metasched.simulation.driver.cluster.Members.spec;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.metasched.metascheduler.deployment.ClusterNode;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.ReportingTls;
import io.metasched.metascheduler.fixture.TlsKeys;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.system.cyclic.actor.CyclicBlueprint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Members that authenticate each other by certificates, and untrusted clients without a certificate
 * or with a certificate of their own.
 */
@Tag("slow")
@Tag("cluster")
final class TlsRunTest {
  private static final Duration SOON = Duration.ofSeconds(4);

  @TempDir private Path folder;

  @Test
  void onlyAMemberWithAKeyOfTheAuthorityTakesPart() throws Exception {
    var tls = ClusterSettings.load(Optional.of(TlsKeys.conf(folder.resolve("conf"))));
    var text = cyclic("seed=1");
    var said = new ListAppender<ILoggingEvent>();
    said.start();
    var log = (Logger) LoggerFactory.getLogger(ReportingTls.class);
    log.addAppender(said);
    try (var members = new Members(tls)) {
      var run = members.run();
      members.node(run, ALL);

      var plain = impatient(joining(ClusterSettings.load(Optional.empty()), run), SOON);
      var strange = ClusterSettings.load(Optional.of(TlsKeys.conf(folder.resolve("strangers"))));
      var withoutKey = members.node(plain, ALL, VERSION);
      var withOwnKey = members.node(impatient(joining(strange, run), SOON), ALL, VERSION);
      run.formation(spec(text), 1);

      assertThat(digests(text, run.driver(CyclicBlueprint::of, false)))
          .isEqualTo(ScenarioRuns.digests(text));
      for (var outsider : new ClusterNode[] {withoutKey, withOwnKey}) {
        assertThat(outsider.awaitEnd())
            .get()
            .satisfies(
                end ->
                    assertThat(end)
                        .isInstanceOf(DeploymentException.class)
                        .hasMessageContaining("no member of a cluster answered"));
      }
      assertThat(List.copyOf(said.list))
          .extracting(ILoggingEvent::getFormattedMessage)
          .allMatch(line -> line.startsWith("refused a connection without the keys of a member: "))
          .anyMatch(line -> line.contains("Unrecognized SSL message"))
          .anyMatch(line -> line.contains("certificate"));
    } finally {
      log.detachAppender(said);
    }
  }
}
