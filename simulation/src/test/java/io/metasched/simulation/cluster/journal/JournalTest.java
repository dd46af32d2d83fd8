package io.metasched.simulation.cluster.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.cluster.config.ClusterSystems;
import io.metasched.simulation.cluster.config.JournalSettings;
import io.metasched.simulation.cluster.config.Role;
import io.metasched.simulation.config.UsageException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Actor systems that share one journal, as the JVMs of a cluster do. */
@Timeout(180)
final class JournalTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void stopAll() throws Exception {
    for (var each : open) {
      each.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoComesToLifeElsewhereKnowsWhatHasHappened(JournalSettings.Kind kind) throws Exception {
    var journal = journal(kind);
    var here = tally(journal, "one");
    add(here, 3);
    add(here, 4);
    stop(here);

    assertThat(add(tally(journal, "one"), 5)).isEqualTo(12);
    assertThat(add(tally(journal, "another"), 5)).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource
  void whoDoesNotKnowThatHeHasBeenReplacedWritesNothing(JournalSettings.Kind kind)
      throws Exception {
    var journal = journal(kind);
    var stale = tally(journal, "one");
    add(stale, 3);
    var fresh = tally(journal, "one");
    add(fresh, 4);

    stale.tell(new Tally.Add(100, stale.ignoreRef()));

    stale.getWhenTerminated().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    stop(fresh);
    assertThat(add(tally(journal, "one"), 0)).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource
  void tablesThatAreThereAreLeftAlone(JournalSettings.Kind kind) throws Exception {
    var journal = journal(kind);
    var here = tally(journal, "one");
    add(here, 3);

    JournalTables.createMissing(journal);

    assertThat(add(here, 4)).isEqualTo(7);
  }

  @Test
  void theServerOfARunLetsNobodyElseInAndLeavesNothingBehind() throws Exception {
    var server = JournalServer.start(folder);
    var url = server.settings().url();
    assertThat(url).startsWith("jdbc:h2:tcp://127.0.0.1:");
    assertThat(folder).isNotEmptyDirectory();

    assertThatThrownBy(() -> DriverManager.getConnection(url, "metasched", "guessed"))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(
            () -> DriverManager.getConnection(url.replace("journal", "new"), "metasched", ""))
        .isInstanceOf(SQLException.class);
    server.close();

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aDatabaseThatIsNotThereIsNamedWithoutThePassword() {
    var journal = JournalSettings.of("jdbc:h2:tcp://127.0.0.1:1/./none", "me", "secret-word");

    assertThatThrownBy(() -> JournalTables.createMissing(journal))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("journal at jdbc:h2:tcp://127.0.0.1:1/./none: cannot be used")
        .message()
        .doesNotContain("secret-word", "\n");
  }

  private JournalSettings journal(JournalSettings.Kind kind) {
    var journal =
        switch (kind) {
          case H2 -> opened(JournalServer.start(folder)).settings();
          case POSTGRES ->
              JournalSettings.of(
                  opened(postgres()).getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
        };
    JournalTables.createMissing(journal);
    return journal;
  }

  /** A PostgreSQL of its own; where none can run, this is skipped and says why. */
  private static EmbeddedPostgres postgres() {
    try {
      return EmbeddedPostgres.builder().setPGStartupWait(PATIENCE).start();
    } catch (Exception e) {
      return Assumptions.abort("PostgreSQL cannot run here: " + e);
    }
  }

  private ActorSystem<Tally.Add> tally(JournalSettings journal, String id) {
    var settings = ClusterSettings.load(Optional.empty()).journaling(journal);
    var system =
        ClusterSystems.start(Tally.create(id), "journal", settings, List.of(Role.OWNERS), "1.0.0");
    opened((AutoCloseable) () -> stop(system));
    return system;
  }

  private <T extends AutoCloseable> T opened(T closeable) {
    open.add(0, closeable);
    return closeable;
  }

  private static void stop(ActorSystem<?> system) throws Exception {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private static int add(ActorSystem<Tally.Add> tally, int number) throws Exception {
    return AskPattern.<Tally.Add, Integer>ask(
            tally, replyTo -> new Tally.Add(number, replyTo), PATIENCE, tally.scheduler())
        .toCompletableFuture()
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
