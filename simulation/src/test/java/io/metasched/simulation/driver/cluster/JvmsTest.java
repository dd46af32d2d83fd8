package io.metasched.simulation.driver.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.metasched.metascheduler.deployment.config.MemberRole;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options with which JVMs are started. */
final class JvmsTest {
  private static final String COMPILES_SIMPLY = "-XX:TieredStopAtLevel=1";
  private static final String GIVEN = "-Dmetasched.given=1";

  @TempDir private Path folder;

  /** Main class that writes the options of its JVM into a file. */
  static final class WritesItsOptions {
    public static void main(String[] arguments) throws IOException {
      Files.write(Path.of(arguments[0]), ownOptions());
    }
  }

  @Test
  void oneThatDoesNotPlanCompilesSimply() throws Exception {
    assertThat(simply(options(false))).isEqualTo(simply(ownOptions()) + 1);
  }

  @Test
  void oneThatPlansCompilesAsItsCallerStates() throws Exception {
    var options = options(true);

    assertThat(options).contains(GIVEN);
    assertThat(simply(options)).isEqualTo(simply(ownOptions()));
  }

  @Test
  void givenOptionsFollowDefaultOptions() throws Exception {
    var options = options(false);

    assertThat(options.indexOf(GIVEN)).isGreaterThan(options.indexOf(COMPILES_SIMPLY));
    assertThat(ownOptions())
        .filteredOn(option -> option.startsWith("-X"))
        .allMatch(option -> options.lastIndexOf(option) > options.indexOf(COMPILES_SIMPLY));
  }

  @Test
  void oneIsAwaitedUntilItHasJoined() {
    try (var jvms = new Jvms(1, Duration.ofSeconds(10), loss -> {})) {
      jvms.start(1, List.of(MemberRole.OWNERS), sleeps());
      assertThatIllegalStateException()
          .isThrownBy(() -> jvms.awaitJoined(1, Duration.ofMillis(1)))
          .withMessage("JVM 1 did not join in 0 s");
    }
    try (var jvms = new Jvms(1, Duration.ofSeconds(10), loss -> {})) {
      jvms.start(1, List.of(MemberRole.OWNERS), sleeps());
      jvms.joined(jvms.ids().get(0) + 1); // another JVM than the started one
      var joined = CompletableFuture.runAsync(() -> jvms.awaitJoined(1, Duration.ofMinutes(5)));
      assertThat(joined).isNotDone();

      jvms.joined(jvms.ids().get(0));

      assertThat(joined).succeedsWithin(Duration.ofMinutes(5));
    }
  }

  @Test
  void oneThatEndsIsAwaitedNoLonger() {
    try (var jvms = new Jvms(1, Duration.ofSeconds(10), loss -> {})) {
      var nothing = List.of(WritesItsOptions.class.getName(), folder.resolve("options").toString());
      jvms.start(1, List.of(MemberRole.OWNERS), start(true, nothing));

      assertThatIllegalStateException()
          .isThrownBy(() -> jvms.awaitJoined(1, Duration.ofMinutes(5)))
          .withMessageContaining("has ended with exit code 0 before the run was over");
    }
  }

  @ParameterizedTest
  @CsvSource({"KILL, was ended by signal 9 (KILL)", "TERM, was ended by signal 15 (TERM)"})
  void oneThatIsKilledByHandIsNamedWithItsProcessAndTheSignal(String signal, String words)
      throws Exception {
    var lost = new CompletableFuture<Jvms.Loss>();
    try (var jvms = new Jvms(3, Duration.ofSeconds(10), lost::complete)) {
      jvms.start(2, List.of(MemberRole.OWNERS), sleeps());
      long process = jvms.ids().get(0);

      new ProcessBuilder("kill", "-" + signal, Long.toString(process)).start().waitFor();

      var loss = lost.get(5, TimeUnit.MINUTES);
      assertThat(loss.what())
          .startsWith("JVM 2 of 3 (process %d) %s".formatted(process, words))
          .endsWith(" before the run was over");
      assertThat(loss.why()).isInstanceOf(JvmEndException.class); // not a busy machine, but an end
    }
  }

  @Test
  void eachUsesTheFolderForTemporaryFilesOfItsCallerAndLeavesNoPerformanceDataThere()
      throws Exception {
    assertThat(options(false)).contains("-XX:-UsePerfData");
    assertThat(Jvms.isForAll("-Djava.io.tmpdir=/elsewhere")).isTrue();
  }

  @Test
  void theArchiveOfTheLauncherIsNotThatOfAClusterAndTheUsersIs() {
    var jar = System.getProperty("java.class.path").replaceFirst("[.]jar$", ".jsa");

    assertThat(Jvms.isForAll("-XX:SharedArchiveFile=" + jar)).isFalse();
    assertThat(Jvms.isForAll("-XX:SharedArchiveFile=own.jsa")).isTrue();
  }

  /** Main class that sleeps until it is stopped. */
  static final class Sleeps {
    public static void main(String[] arguments) throws IOException {
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }

  private static Jvms.Start sleeps() {
    return start(true, List.of(Sleeps.class.getName()));
  }

  private static Jvms.Start start(boolean plans, List<String> arguments) {
    return new Jvms.Start(plans, List.of(GIVEN), arguments, Map.of());
  }

  private static List<String> ownOptions() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments();
  }

  /** Returns the number of times that the option is given. */
  private static long simply(List<String> options) {
    return options.stream().filter(COMPILES_SIMPLY::equals).count();
  }

  private List<String> options(boolean plans) throws Exception {
    var written = folder.resolve("options");
    var ended = new CompletableFuture<Jvms.Loss>();
    try (var jvms = new Jvms(1, Duration.ofSeconds(10), ended::complete)) {
      var arguments = List.of(WritesItsOptions.class.getName(), written.toString());
      jvms.start(1, List.of(MemberRole.OWNERS), start(plans, arguments));

      ended.get(300, TimeUnit.SECONDS);
    }
    return Files.readAllLines(written);
  }
}
