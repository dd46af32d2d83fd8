package io.metasched.service.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Arguments of commands, parsed as getopt_long does. */
final class OptionTableTest {
  private static GivenOptions sbatch(String line) {
    return SbatchOptions.TABLE.parse(List.of(line.split(" ", -1)));
  }

  @ParameterizedTest
  @CsvSource({
    "-J name job.sh -J other, job-name, name",
    "-Jname job.sh, job-name, name",
    "--job-name=name job.sh, job-name, name",
    "--job-name name job.sh, job-name, name",
    "--job name job.sh, job-name, name",
    "-sJ name job.sh, job-name, name",
    "-J one -J two job.sh, job-name, two",
    "-c4 job.sh, cpus-per-task, 4",
    "--exclusive=user job.sh, exclusive, user"
  })
  void eachFormOfAnOptionIsRead(String line, String option, String value) {
    assertThat(sbatch(line).last(option)).contains(value);
    assertThat(sbatch(line).operands()).startsWith("job.sh");
  }

  @Test
  void wordsAfterTheScriptAreItsArguments() {
    assertThat(sbatch("-n 1 job.sh -n 2 --x").operands())
        .containsExactly("job.sh", "-n", "2", "--x");
    assertThat(sbatch("-- -n").operands()).containsExactly("-n");
  }

  @Test
  void listsOfOneOptionAreJoinedAndBounded() {
    var given = Scancel.OPTIONS.parse(List.of("-u", "ann, bob", "-u", "eve"));

    assertThat(given.list("user")).contains(List.of("ann", "bob", "eve"));
    assertThat(GivenOptions.items("1,2_[3,5-7],4")).containsExactly("1", "2_[3,5-7]", "4");
    assertThat(GivenOptions.items("[1,2")).containsExactly("[1,2");
    assertThat(GivenOptions.items("1],2")).containsExactly("1]", "2");
    assertThatThrownBy(() -> GivenOptions.items("1,".repeat(2000)))
        .hasMessage("a list may have at most 2000 items, not 2001");
  }

  @Test
  void optionsOfOtherCommandsMayFollowTheOperands() {
    var given = Scancel.OPTIONS.parse(List.of("1", "-u", "ann", "2"));

    assertThat(given.operands()).containsExactly("1", "2");
    assertThat(given.list("user")).contains(List.of("ann"));
  }

  @ParameterizedTest
  @CsvSource({
    "--bogus, unrecognized option '--bogus'",
    "--, ''",
    "-7, invalid option -- '7'",
    "--job-name, option '--job-name' requires an argument",
    "-J, option '--job-name' requires an argument",
    "--parsable=1, option '--parsable' doesn't allow an argument",
    "--mem-p=1, ambiguous option '--mem-p'",
    "--gres=gpu:1, '--gres: use -C, properties of nodes'",
    "--uid=0, '--uid: jobs run as the user of their account'"
  })
  void invalidAndRefusedOptionsAreNamed(String line, String why) {
    if (why.isEmpty()) {
      assertThat(sbatch(line).operands()).isEmpty();
    } else {
      assertThatThrownBy(() -> sbatch(line))
          .isInstanceOf(ClientFaultException.class)
          .hasMessage(why);
    }
  }

  @Test
  void eachIgnoredOptionIsNamedOnce() {
    assertThat(sbatch("--nice=5 --nice -q long -s").remarks())
        .containsExactly(
            "--nice is ignored: --priority sets the priority",
            "--qos is ignored: there is no quality of service");
  }

  @ParameterizedTest
  @EnumSource
  void noCommandHasAnOptionTwice(SlurmCommand command) {
    var seen = new TreeSet<String>();

    for (var each : command.options().options()) {
      assertThat(seen.add("--" + each.name())).as(each.name()).isTrue();
      assertThat(each.letter().isEmpty() || seen.add("-" + each.letter())).as(each.name()).isTrue();
      assertThat(each.name()).matches("[A-Za-z0-9-]+");
      assertThat(each.letter()).matches("[A-Za-z]?");
      assertThat(each.meaning()).isNotBlank();
    }
    assertThat(command.options().withValues()).doesNotHaveDuplicates().contains("-M");
  }

  @ParameterizedTest
  @EnumSource
  void eachCommandShowsItsOptions(SlurmCommand command) {
    var help = command.information(List.of("--help")).orElseThrow().out();
    var usage = command.information(List.of("--usage")).orElseThrow().out();

    assertThat(usage).startsWith("Usage: %s [OPTION...]".formatted(command.label()));
    assertThat(help).startsWith(usage).contains("\nOptions that are understood:\n  ", "--version ");
    for (var each : command.options().options()) {
      assertThat(help).contains("--" + each.name()).contains(each.meaning());
    }
    assertThat(command.information(List.of("-Q"))).isEmpty();
  }

  @Test
  void helpHasNoLetterIfTheCommandUsesIt() {
    assertThat(SlurmCommand.SQUEUE.help())
        .contains("      --help   ")
        .contains("  -h, --noheader ");
    assertThat(SlurmCommand.SBATCH.help()).contains("  -h, --help ").contains("  -H, --hold ");
  }

  @Test
  void everyVariableStandsForAnOption() {
    for (var name : List.of("SBATCH_TIMELIMIT", "SBATCH_ARRAY_INX", "SBATCH_MEM_PER_NODE")) {
      var option = SbatchOptions.ofVariable(name);
      assertThat(Arrays.asList("time", "array", "mem")).contains(option);
    }
  }
}
