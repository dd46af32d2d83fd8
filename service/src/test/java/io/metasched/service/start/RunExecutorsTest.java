package io.metasched.service.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.agent.process.ProcessExecutor;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.config.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunExecutorsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          executor = slurm                                | executor: allowed is one of [agents, process], given was 'slurm'
          executor = agents                               | agents.listen: allowed is HOST:PORT with executor = agents, given was ''
          agents.listen = "127.0.0.1:2560"                | agents.listen: allowed is '' (none) with executor = process, given was '127.0.0.1:2560'
          executor = agents, agents.listen = "127.0.0.1:2560", agents.domains = [far] | agents.domains: allowed are domains of metasched.service.nodes, given was 'far'
          """)
  void settingsThatDoNotFitAreOneLine(String settings, String line) throws IOException {
    var given = settings(settings);

    assertThatThrownBy(() -> RunExecutors.open(given, Clock.systemUTC(), Optional.empty()))
        .isInstanceOf(SettingsException.class)
        .hasMessage("metasched.service." + line);
  }

  @Test
  void thisMachineRunsAllJobsUnlessAnotherIsNamed() throws IOException {
    var given = settings("port = 0");

    assertThat(given.executor()).isEqualTo("process").isIn(RunExecutors.names());
    try (var executor = RunExecutors.open(given, Clock.systemUTC(), Optional.empty())) {
      assertThat(executor).isInstanceOf(ProcessExecutor.class);
    }
  }

  private ServiceSettings settings(String text) throws IOException {
    var conf = folder.resolve("my.conf");
    Files.writeString(conf, "metasched.service { " + text + " }");
    return ServiceSettings.read(
        Optional.of(conf), Optional.of(folder.resolve("data")), Optional.empty(), folder);
  }
}
