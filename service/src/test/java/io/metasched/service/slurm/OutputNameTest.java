package io.metasched.service.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of output files, expanded by a shell. */
final class OutputNameTest {
  @Test
  void aFileIsNamedWithTheValuesOfItsJob() {
    var values = Map.of("j", "42", "A", "40", "a", "2", "x", "a/b", "u", "ann");

    assertThat(OutputName.text("%x-%4j_%a.%%.%N", values)).isEqualTo("a_b-0042_2.%.%N");
    assertThat(OutputName.text("%A_%02a %u %s%t %q", values)).isEqualTo("40_02 ann batch0 %q");
    assertThat(OutputName.text("%a", Map.of())).isEqualTo("4294967294");
    assertThat(OutputName.text("\\%j", values)).isEqualTo("%j");
  }

  @Test
  void aNameWithoutTextIsStillOneWord() {
    assertThat(OutputName.word("", "x", "u")).isEqualTo("''");
    assertThat(OutputName.word("%x", "", "u")).isEqualTo("''");
  }

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
