package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.kernel.Expectation;
import io.metasched.simulation.scenario.UsageException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class RunSizeOptionsTest {
  private static final long GIBI = 1 << 30;
  private static final Expectation LARGE = new Expectation(10 * GIBI, 600);

  private static RunSizeOptions options(String... arguments) {
    return CommandLine.populateCommand(new RunSizeOptions(), arguments);
  }

  @Test
  void aRunThatFitsIsBegunWithoutAWord() {
    assertThat(options().check(LARGE, 16 * GIBI)).isEmpty();
  }

  @Test
  void aRunThatMayNotFitIsBegunWithAWarning() {
    assertThat(options().check(LARGE, 4 * GIBI).orElseThrow())
        .contains("10.0 GiB", "10 min", "but 4.0 GiB of memory are available", "-Xmx13g");
  }

  @Test
  void aRunThatCannotFitIsRefusedUnlessTheUserInsists() {
    assertThatThrownBy(() -> options().check(LARGE, 2 * GIBI))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--despite-memory");
    assertThat(options("--despite-memory").check(LARGE, 2 * GIBI)).isPresent();
  }

  @Test
  void policiesRunSideBySideAsMemoryAllows() {
    var small = Optional.of(new Expectation(1, 1));
    int cores = Runtime.getRuntime().availableProcessors();

    assertThat(options().threads(true, small, GIBI)).isEqualTo(cores);
    assertThat(options().threads(true, Optional.of(LARGE), 12 * GIBI)).isEqualTo(1);
    assertThat(options().threads(true, Optional.empty(), GIBI)).isEqualTo(cores);
    assertThat(options("--threads", "3").threads(true, Optional.of(LARGE), GIBI)).isEqualTo(3);
    assertThat(options().threads(false, small, GIBI)).isEqualTo(1);
  }

  @Test
  void threadsAreRefusedOutOfRangeAndForOtherDrivers() {
    assertThatThrownBy(() -> options("--threads", "0").threads(true, Optional.empty(), GIBI))
        .hasMessageContaining("from 1 to 1024, given was 0");
    assertThatThrownBy(() -> options("--threads", "2").threads(false, Optional.empty(), GIBI))
        .hasMessageContaining("is for driver engine");
  }
}
