package io.metasched.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.cluster.config.Role;
import java.io.IOException;
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

/** What JVMs are started with. */
final class JvmsTest {
  private static final String COMPILES_SIMPLY = "-XX:TieredStopAtLevel=1";
  private static final String GIVEN = "-Dmetasched.given=1";

  @TempDir private Path folder;

  /** Writes the options of its JVM into a file. */
  static final class TellsItsOptions {
    public static void main(String[] arguments) throws IOException {
      var options = ManagementFactory.getRuntimeMXBean().getInputArguments();
      Files.write(Path.of(arguments[0]), options);
    }
  }

  @Test
  void oneWithOwnersAloneCompilesSimply() throws Exception {
    assertThat(options(List.of(Role.OWNERS))).contains(COMPILES_SIMPLY, GIVEN);
  }

  @Test
  void oneThatPlansCompilesAsItsCallerSays() throws Exception {
    assertThat(options(List.of(Role.OWNERS, Role.METASCHEDULER, Role.USERS)))
        .contains(GIVEN)
        .doesNotContain(COMPILES_SIMPLY);
  }

  @Test
  void whatIsGivenComesAfterWhatIsAssumed() throws Exception {
    var options = options(List.of(Role.OWNERS));

    assertThat(options.indexOf(GIVEN)).isGreaterThan(options.indexOf(COMPILES_SIMPLY));
    assertThat(ManagementFactory.getRuntimeMXBean().getInputArguments().stream())
        .filteredOn(option -> option.startsWith("-X"))
        .allMatch(option -> options.indexOf(option) > options.indexOf(COMPILES_SIMPLY));
  }

  private List<String> options(List<Role> roles) throws Exception {
    var told = folder.resolve("options");
    var ended = new CompletableFuture<Jvms.Loss>();
    try (var jvms = new Jvms(1, Duration.ofSeconds(10), ended::complete)) {
      var arguments = List.of(TellsItsOptions.class.getName(), told.toString());
      jvms.start(1, roles, new Jvms.Start(List.of(GIVEN), arguments, Map.of()));

      ended.get(60, TimeUnit.SECONDS);
    }
    return Files.readAllLines(told);
  }
}
