package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.program.Metasched;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** List of missing features in docs/service.md: each entry is still missing. */
final class NotThereYetTest {
  @ParameterizedTest
  @CsvSource({"Jobs inside a reservation, --reservation", "Terminals, --pty"})
  void missingOptionsOfTheListAreNoOptionsOfSubmit(String entry, String option) throws Exception {
    var said = new StringWriter();
    var commandLine = Metasched.commandLine();
    commandLine.setOut(new PrintWriter(said)).setErr(new PrintWriter(said));

    int exit = commandLine.execute("submit", option, "1", "--", "true");

    assertThat(exit).isEqualTo(2);
    assertThat(said.toString()).contains("Unknown option: '%s'".formatted(option));
    var page = Files.readString(Path.of("../docs/service.md"));
    assertThat(page.substring(page.indexOf("## What is missing"))).contains(entry);
  }
}
