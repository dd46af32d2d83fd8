package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.JobIds;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of Slurm's commands, and the reasons and users that they name. */
final class SlurmMessagesTest extends OnSlurmCommands {
  /** Job of local-1 that does not end by itself. */
  private static final String BOOKED =
      "{\"work\":{\"duration\":\"PT1H\"},\"run\":{\"command\":[\"hang\"]},"
          + "\"requires\":{\"node\":\"local-1\"}}";

  @Test
  void variablesOfThePaymentAreNamedAndTextsAreAsGiven() throws Exception {
    var wrong = Map.of("METASCHED_BUDGET", "x");

    assertThat(run(wrong, "sbatch", "--wrap=true").errors())
        .startsWith("sbatch: error: METASCHED_BUDGET is invalid: allowed is an amount as a text");
    assertThat(run("sbatch", "-w", "a\"b", "--wrap=x").errors()).endsWith("given was 'a\"b'\n");
    assertThat(run(Map.of("METASCHED_DEADLINE", "x"), "sbatch", "--wrap=true").errors())
        .startsWith("sbatch: error: METASCHED_DEADLINE: a time such as now+1hour");
  }

  @Test
  void jobsThatWaitHaveTheReasonsOfSlurm() throws Exception {
    var early = run("sbatch", "--parsable", "--begin=now+1hour", "-J", "one", "--wrap=x").number();
    var next = run("sbatch", "--parsable", "-d", "afterok:" + early, "--wrap=x").number();
    var single = run("sbatch", "--parsable", "-J", "one", "-d", "singleton", "--wrap=x").number();
    var all = api.submit("user1", BOOKED);
    var booked = api.submit("user1", BOOKED);
    api.when(booked, "booked");

    assertThat(run("squeue", "-h", "-j", early + "," + next + "," + single, "-o", "%R %E").out())
        .isEqualTo(
            "(BeginTime) \n(Dependency) afterok:%s\n(Dependency) singleton\n".formatted(early));
    assertThat(run("squeue", "-h", "-j", "" + JobIds.number(booked), "-o", "%R").out())
        .isEqualTo("(Resources)\n");
    run("scancel", early, next, single, "" + JobIds.number(all), "" + JobIds.number(booked));
  }

  @Test
  void aHugeEnvironmentIsNamed() throws Exception {
    var value = "x".repeat(120_000);
    var huge = Map.of("A", value, "B", value, "C", value);

    assertThat(run(huge, "squeue").errors())
        .startsWith("squeue: error: the environment, in base64, is invalid: allowed is a text of");
  }

  @Test
  void aUserIsKnownByNameAndNumber() throws Exception {
    var own = run("sbatch", "--parsable", "--begin=now+1hour", "--wrap=x").number();
    var uid = Files.getAttribute(folder, "unix:uid").toString();

    for (var user : List.of("user1", System.getProperty("user.name"), uid)) {
      assertThat(run("squeue", "-h", "-u", user, "-o", "%i").out().lines()).contains(own);
    }
    run("scancel", own);
  }

  @ParameterizedTest
  @CsvSource({
    "squeue --bogus, squeue: error: unrecognized option '--bogus'",
    "squeue -o %1000000i, 'squeue: error: the width 1000000: at most 1000 is allowed'",
    "squeue -j 1000000, squeue: error: slurm_load_jobs error: Invalid job id specified",
    "scancel, scancel: error: No job identification provided",
    "scancel 1000000, scancel: error: Kill job error on job id 1000000: Invalid job id specified",
    "scancel x, scancel: error: Kill job error on job id x: Invalid job id specified",
    "sbatch -N 2 --wrap=x, sbatch: error: --nodes=2: a script of sbatch runs on one node",
    "sbatch -t x --wrap=x, sbatch: error: Invalid --time specification",
    "sbatch --hold --wrap=x, sbatch: error: --hold: use --begin",
    "sbatch none.sh, sbatch: error: Unable to open file none.sh",
    "sbatch my.conf, sbatch: error: This does not look like a batch script.",
    "sbatch -A none --wrap=x, sbatch: error: you may not use the account none",
    "sbatch -p none --wrap=x, 'sbatch: error: it asks for 1 node with domain=none'",
    "sbatch -t 0 --wrap=x, sbatch: error: --time=0: no job is unlimited",
    "sbatch -t infinite --wrap=x, sbatch: error: --time=infinite: no job is unlimited",
    "sbatch -t 400-0 --wrap=x, sbatch: error: --time is invalid: allowed is a duration",
    "sbatch -w a\"b --wrap=x, sbatch: error: --nodelist is invalid: allowed is the name of a node",
    "sbatch -C a;b --wrap=x, sbatch: error: --constraint or --exclude is invalid",
    "sbatch --comment=budget=x --wrap=x, sbatch: error: --comment is invalid: allowed is an amount",
    "sbatch --deadline=x --wrap=x, 'sbatch: error: --deadline: a time such as now+1hour'",
    "sbatch -a 0-9:0 --wrap=x, sbatch: error: Invalid job array specification: the range '0-9:0'"
        + " has",
    "sbatch -a 3-1 --wrap=x, sbatch: error: Invalid job array specification: the range '3-1'"
        + " begins",
    "sbatch -a 1-3%10001 --wrap=x, sbatch: error: --array: a number from 1 to 10000 is allowed",
    "sbatch -d after:1+5 --wrap=x, sbatch: error: --dependency=after:1+5: a job cannot wait",
    "squeue -u nosuch, squeue: error: Invalid user: nosuch",
    "scancel -u nosuch, scancel: error: Invalid user: nosuch",
    "sacct -u user2, sacct: error: Invalid user: user2",
    "srun true, srun: error: it works inside a job only"
  })
  void refusedCommandsNameTheReason(String line, String error) throws Exception {
    var ended = run(line.split(" ", -1));

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.errors()).startsWith(error);
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void aPortOfAnotherUserGetsNoToken() throws Exception {
    var other = Map.of("METASCHED_SERVICE_USER", "4000000");

    var refused = run(other, "squeue");

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.errors()).contains("belongs to user").contains("METASCHED_SERVICE_USER");
    assertThat(run(Map.of("METASCHED_SERVICE_USER", "any"), "squeue").exit()).isZero();
  }

  @Test
  void aServiceThatCannotBeReachedIsTriedAgainForSomeTime() throws Exception {
    var gone = Map.of("METASCHED_URL", "http://127.0.0.1:1", "METASCHED_PATIENCE", "1");

    var ended = run(gone, "squeue");

    assertThat(ended)
        .isEqualTo(
            new Ended(
                1,
                "",
                "squeue: error: Unable to contact the service at http://127.0.0.1:1"
                    + " (METASCHED_URL); trying again for 1 s (METASCHED_PATIENCE)\n"));
    assertThat(run(Map.of("METASCHED_PATIENCE", "x"), "squeue"))
        .isEqualTo(
            new Ended(
                1,
                "",
                "squeue: error: METASCHED_PATIENCE: allowed is a number of seconds, given was"
                    + " 'x'\n"));
  }
}
