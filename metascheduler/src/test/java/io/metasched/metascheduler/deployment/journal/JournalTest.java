package io.metasched.metascheduler.deployment.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AskPattern;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.ClusterSystems;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.JournalSettings;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.actor.Provider;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Actor systems that share one journal, as the JVMs of a cluster do. */
@Tag("cluster")
final class JournalTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

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
  @Tag("slow")
  void anActorThatRecoversInAnotherJvmHasItsState(JournalSettings.Kind kind) throws Exception {
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
  @Tag("slow")
  void eventsOfOneTransactionAreAllThereOrNone(JournalSettings.Kind kind) throws Exception {
    var journal = journal(kind);
    var stale = tally(journal, "one");
    add(stale, 1);
    var fresh = tally(journal, "one");
    for (int times : List.of(2, 8, 9, 3, 2)) { // several events in one database round trip
      add(fresh, times, 1);
    }

    stale.tell(new Tally.Add(100, 3, stale.ignoreRef()));

    stale.getWhenTerminated().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    stop(fresh);
    assertThat(add(tally(journal, "one"), 0)).isEqualTo(25);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void anActorThatHasBeenReplacedWritesNothing(JournalSettings.Kind kind) throws Exception {
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
  @Tag("long")
  void anActorWritesAgainAfterItsConnectionsHaveBeenCut(JournalSettings.Kind kind)
      throws Exception {
    var journal = journal(kind);
    var here = start(journal, Tally.restarting("one"));
    add(here, 3);

    cutConnections(journal);

    assertThat(addAtLast(here, 0)).isEqualTo(3);
    assertThat(add(here, 4)).isEqualTo(7);
  }

  private static void cutConnections(JournalSettings journal) throws SQLException {
    var cut =
        switch (journal.kind()) {
          case H2 ->
              "select abort_session(session_id) from information_schema.sessions"
                  + " where session_id <> session_id()";
          case POSTGRES ->
              "select pg_terminate_backend(pid) from pg_stat_activity"
                  + " where pid <> pg_backend_pid() and backend_type = 'client backend'";
        };
    try (var database =
            DriverManager.getConnection(journal.url(), journal.user(), journal.password());
        var statement = database.createStatement();
        var each = statement.executeQuery(cut)) {
      assertThat(each.next()).isTrue();
      while (each.next()) {
        // reads all rows, so that every connection is closed
      }
    }
  }

  /** Adds a number; repeats the command, because a failed write gets no answer. */
  private static int addAtLast(ActorSystem<Tally.Add> tally, int number) throws Exception {
    while (true) {
      var answer =
          AskPattern.<Tally.Add, Integer>ask(
              tally,
              replyTo -> new Tally.Add(number, replyTo),
              Duration.ofSeconds(3),
              tally.scheduler());
      var answered = answer.toCompletableFuture().exceptionally(late -> -1).get();
      if (answered >= 0) {
        return answered;
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void tablesThatAreThereAreLeftAlone(JournalSettings.Kind kind) throws Exception {
    var journal = journal(kind);
    var here = tally(journal, "one");
    add(here, 3);

    JournalTables.createMissing(journal);

    assertThat(add(here, 4)).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void recoveryGoesOnFromTheLastSnapshot(JournalSettings.Kind kind) throws Exception {
    var journal = journal(kind);
    var here = provider(journal);
    for (int number = 0; number < 7; number++) {
      submit(here, number);
    }
    stop(here);
    try (var database =
            DriverManager.getConnection(journal.url(), journal.user(), journal.password());
        var statement = database.createStatement()) {
      try (var stored =
          statement.executeQuery(
              "select count(*), max(\"sequence_number\") from \"snapshot\""
                  .replace("\"", quote(kind)))) {
        assertThat(stored.next()).isTrue();
        assertThat(stored.getInt(1)).isBetween(1, 3);
        assertThat(stored.getInt(2)).isEqualTo(6);
      }
      // the recovery then reads the snapshot and one later event
      statement.executeUpdate(
          "delete from \"event_journal\" where \"sequence_number\" <= 6"
              .replace("\"", quote(kind)));
    }

    assertThat(submit(provider(journal), 7)).isEqualTo(new Provider.Done(new CommandId(1, 7), 0));
    assertThat(waiting(provider(journal))).isEqualTo(8);
  }

  private static String quote(JournalSettings.Kind kind) {
    return kind == JournalSettings.Kind.H2 ? "\"" : "";
  }

  @Test
  @Tag("slow")
  void theServerOfARunLetsNoOtherClientInAndLeavesNothingBehind() throws Exception {
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
  @Tag("slow")
  void filesOfAKilledProcessAreDeletedByTheNextAndNothingElse() throws Exception {
    var killed = Files.createDirectory(folder.resolve(".metasched-journal-killed"));
    Files.createFile(killed.resolve(".owner.lock"));
    Files.createFile(killed.resolve("journal.mv.db"));
    var foreign = Files.createDirectory(folder.resolve(".metasched-journal-foreign"));

    try (var running = JournalServer.start(folder);
        var other = JournalServer.start(folder)) {
      assertThat(killed).doesNotExist();
      assertThat(foreign).exists();
      JournalTables.createMissing(running.settings()); // both actors are still served
      JournalTables.createMissing(other.settings());
    }

    assertThat(folder).isDirectoryContaining(foreign::equals);
    Files.delete(foreign);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  @Tag("slow")
  void aDatabaseOfOnesOwnWritesBeforeItAnswers() throws Exception {
    try (var server = JournalServer.start(folder)) {
      var own = server.settings();
      assertThat(settings(own)).doesNotContain("WRITE_DELAY 0");

      JournalTables.createMissing(own);

      assertThat(settings(own)).contains("WRITE_DELAY 0");
    }
  }

  private static String settings(JournalSettings journal) throws SQLException {
    var script = new StringBuilder();
    try (var database =
            DriverManager.getConnection(journal.url(), journal.user(), journal.password());
        var statement = database.createStatement();
        var lines = statement.executeQuery("SCRIPT NODATA")) {
      while (lines.next()) {
        script.append(lines.getString(1)).append('\n');
      }
    }
    return script.toString();
  }

  @Test
  @Tag("slow")
  void aDatabaseThatIsNotThereIsNamedWithoutThePassword() {
    var journal = JournalSettings.of("jdbc:h2:tcp://127.0.0.1:1/./none", "me", "secret-word");

    assertThatThrownBy(() -> JournalTables.createMissing(journal))
        .isInstanceOf(DeploymentException.class)
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

  /** Starts a separate PostgreSQL; skips the test, with the reason, if PostgreSQL cannot run. */
  private static EmbeddedPostgres postgres() {
    try {
      return EmbeddedPostgres.builder().setPGStartupWait(PATIENCE).start();
    } catch (Exception e) {
      return Assumptions.abort("PostgreSQL cannot run here: " + e);
    }
  }

  private ActorSystem<Tally.Add> tally(JournalSettings journal, String id) {
    return start(journal, Tally.create(id));
  }

  private ActorSystem<Tally.Add> start(JournalSettings journal, Behavior<Tally.Add> tally) {
    var settings = ClusterSettings.load(Optional.empty()).journaling(journal);
    var system =
        ClusterSystems.start(tally, "journal", settings, List.of(MemberRole.OWNERS), "1.0.0");
    opened((AutoCloseable) () -> stop(system));
    return system;
  }

  private ActorSystem<Provider.Command> provider(JournalSettings journal) {
    var settings = ClusterSettings.load(Optional.empty()).journaling(journal);
    Supplier<ProviderBook> book =
        () ->
            new ProviderBook(
                4, LocalSchedulers.named("fcfs").orElseThrow(), CapacitySlots.VARIABLE);
    var behavior = Provider.create(0, book, 100, Journal.persistent("provider", 3));
    var system =
        ClusterSystems.start(behavior, "journal", settings, List.of(MemberRole.OWNERS), "1.0.0");
    opened((AutoCloseable) () -> stop(system));
    return system;
  }

  private static Provider.Reply submit(ActorSystem<Provider.Command> provider, int number)
      throws Exception {
    var id = new CommandId(1, number);
    var job = new BatchJob(number, number, 1, 10);
    return ask(provider, replyTo -> new Provider.Submit(id, job, number, replyTo));
  }

  private static int waiting(ActorSystem<Provider.Command> provider) throws Exception {
    Provider.Reply reply =
        ask(provider, replyTo -> new Provider.QueryStatus(new CommandId(1, 99), 99, replyTo));
    return ((Provider.Status) reply).state().waiting();
  }

  private static <C, R> R ask(ActorSystem<C> actor, Function<ActorRef<R>, C> command)
      throws Exception {
    return AskPattern.<C, R>ask(actor, command::apply, PATIENCE, actor.scheduler())
        .toCompletableFuture()
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
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
    return add(tally, 1, number);
  }

  private static int add(ActorSystem<Tally.Add> tally, int times, int number) throws Exception {
    return AskPattern.<Tally.Add, Integer>ask(
            tally, replyTo -> new Tally.Add(number, times, replyTo), PATIENCE, tally.scheduler())
        .toCompletableFuture()
        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
