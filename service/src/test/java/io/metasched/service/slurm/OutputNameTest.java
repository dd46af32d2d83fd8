package io.metasched.service.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of output files, expanded by a shell. */
final class OutputNameTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "slurm-%j.out, slurm-42.out",
        "%x-%5j.txt, my job-00042.txt",
        "%x, my job",
        "\"it's $HOME `id` %u\", \"it's $HOME `id` o'neil\"",
        "%A_%a, 42_4294967294",
        "%N/%t%n%s, north-1/00batch",
        "100%%, 100%",
        "%q%, %q%",
        "a\\%j, a%j",
        "%1000000j, %1000000j"
      })
  void fieldsAreReplacedAndAllElseStays(String pattern, String name) throws Exception {
    var word = OutputName.word(pattern, "my job", "o'neil");
    var builder = new ProcessBuilder("sh", "-c", "printf %s " + word);
    builder.environment().put("SLURM_JOB_ID", "42");
    builder.environment().put("METASCHED_NODE", "north-1");
    var shell = builder.redirectErrorStream(true).start();

    var said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(said).isEqualTo(name);
  }
}
