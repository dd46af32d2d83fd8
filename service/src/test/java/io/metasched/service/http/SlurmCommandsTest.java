package io.metasched.service.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.slurm.SlurmCommand;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Slurm's commands as scripts that send requests to a service. */
final class SlurmCommandsTest extends OnSlurmCommands {
  @Test
  void aScriptIsSubmittedListedAndCancelled() throws Exception {
    var text = "#!/bin/sh\n#SBATCH --begin=now+1hour -t 5 -o %x.txt\ntrue\n";
    Files.writeString(folder.resolve("job.sh"), text);

    var submitted = run("sbatch", "-J", "two words", "--mail-type=END", "job.sh", "a b", "*");
    var number = submitted.number();
    var listed = run("squeue", "-h", "-j", number, "-o", "%i|%j|%t|%r|%l|%Z");
    var cancelled = run("scancel", number);
    var after =
        run("squeue", "--noheader", "--states=all", "-j", number, "-O", "JobID:8,State:.12");

    assertThat(submitted.out()).matches("Submitted batch job \\d+\n");
    assertThat(submitted.errors())
        .isEqualTo("sbatch: --mail-type is ignored without --mail-user\n");
    assertThat(listed.out()).matches(number + "\\|two words\\|PD\\|\\w+\\|5:00\\|" + folder + "\n");
    assertThat(cancelled).isEqualTo(new Ended(0, "", ""));
    assertThat(after.out()).isEqualTo("%-8s%12s\n".formatted(number, "CANCELLED"));
  }

  @Test
  void theServiceStoresWhatTheScriptNeeds() throws Exception {
    var variables =
        Map.of("GREETING", "it's\n$here", "METASCHED_BUDGET", "7", "SBATCH_TIMELIMIT", "3");

    var number =
        run(
                variables,
                "sbatch",
                "--parsable",
                "--begin=now+1hour",
                "--mem=2G",
                "--comment=criterion=cost kept",
                "--wrap=echo hello")
            .number();
    var job = api.call("GET", "/v1/jobs/" + id(number), "user1", "").json();

    assertThat(job.at("/name").asText()).isEqualTo("wrap");
    assertThat(job.at("/work/duration").asText()).isEqualTo("PT3M");
    assertThat(job.at("/budget/total").asText()).isEqualTo("7.000");
    assertThat(job.at("/criterion").asText()).isEqualTo("cost");
    assertThat(job.at("/run/chdir").asText()).isEqualTo(folder.toString());
    assertThat(job.at("/run/limits/memoryBytes").asLong()).isEqualTo(2L << 30);
    assertThat(job.at("/labels/slurm.comment").asText()).isEqualTo("criterion=cost kept");
    assertThat(run("scancel", "--name=wrap", "--me").exit()).isZero();
    assertThat(run("squeue", "-h", "--name=wrap").out()).isEmpty();
  }

  @Test
  void dependenciesAreWrittenWithNumbers() throws Exception {
    var first = run("sbatch", "--parsable", "--begin=now+1hour", "--wrap=true").number();

    var next = run("sbatch", "--parsable", "-d", "afterok:" + first, "--wrap=true").number();
    var unknown = run("sbatch", "-d", "afterok:1000000", "--wrap=true");

    assertThat(run("squeue", "-h", "-j", next, "-o", "%E").out())
        .isEqualTo("afterok:" + first + "\n");
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.errors()).contains("Job dependency problem: no job has number 1000000");
    run("scancel", first, next);
  }

  @Test
  void arraysHaveANumberAndIndices() throws Exception {
    var later = "--begin=now+1hour";
    var array = run("sbatch", "--parsable", "-a", "1-5:2,9%2", later, "--wrap=true").number();
    int first = Integer.parseInt(array);
    var other = run("sbatch", "--parsable", "-a", "1-5:2,9", later, "--wrap=true").number();
    var each = run("sbatch", "--parsable", "-a1-5:2,9", "-d", "aftercorr:" + array, "--wrap=true");

    assertThat(run("squeue", "-h", "-j", array, "-o", "%i %A %F %K").out())
        .isEqualTo(
            "%1$s_1 %1$s %1$s 1\n%1$s_3 %2$d %1$s 3\n%1$s_5 %3$d %1$s 5\n%1$s_9 %4$d %1$s 9\n"
                .formatted(array, first + 1, first + 2, first + 3));
    assertThat(other).isEqualTo(String.valueOf(first + 4));
    assertThat(run("sacct", "-nP", "-j", array + "_[3-5]", "-o", "JobID,JobIDRaw").out())
        .isEqualTo("%1$s_3|%2$d\n%1$s_5|%3$d\n".formatted(array, first + 1, first + 2));
    assertThat(run("squeue", "-h", "-j", each.number() + "_3", "-o", "%E").out())
        .isEqualTo("aftercorr:" + array + "\n");
    assertThat(run("scancel", array + "_[1,3]", other).exit()).isZero();
    assertThat(run("squeue", "-h", "-j", array, "-o", "%i").out())
        .isEqualTo("%1$s_5\n%1$s_9\n".formatted(array));
    assertThat(run("squeue", "-h", "-j", other + "_1").errors()).isEmpty();
    assertThat(run("scancel", array, String.valueOf(first + 3)).exit()).isZero();
    assertThat(run("squeue", "-h", "-n", "wrap", "-t", "PD").out()).doesNotContain(array + "_");
    run("scancel", each.number());
    assertThat(run("sbatch", "-a", "1-", "--wrap=true").errors())
        .startsWith("sbatch: error: Invalid job array specification: '1-' is no range of indices;");
    assertThat(run("scancel", array + "_7").errors()).contains("Invalid job id specified");
  }

  @Test
  void aScriptMayComeFromStandardInput() throws Exception {
    var line = "printf '#!/bin/sh\\ntrue\\n' | sbatch --parsable --begin=now+1hour";
    var builder = new ProcessBuilder("sh", "-c", line);
    builder.environment().put("PATH", commands + ":" + System.getenv("PATH"));
    builder.environment().put("METASCHED_URL", api.service.url());
    builder.environment().put("METASCHED_TOKEN_FILE", folder + "/data/tokens/user1");
    var said = new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(said).matches("\\d+\n");
    assertThat(run("squeue", "-h", "-j", said.strip(), "-o", "%j").out()).isEqualTo("sbatch\n");
    run("scancel", said.strip());
  }

  @Test
  void aDryRunSubmitsNothing() throws Exception {
    var before = run("squeue", "-t", "all").out().lines().count();

    var tried = run("sbatch", "--test-only", "-t", "1", "--wrap=true");

    assertThat(tried.exit()).isZero();
    assertThat(tried.errors()).matches("sbatch: Job to start at \\S+ on nodes local-\\d\n");
    assertThat(run("squeue", "-t", "all").out().lines().count()).isEqualTo(before);
  }

  @Test
  void aTaskInsideAJobReplacesSrun() throws Exception {
    var inside = Map.of("SLURM_JOB_ID", "1");

    var task =
        run(
            inside,
            "srun",
            "-n1",
            "--cpu-bind=q",
            "-c",
            "4",
            "sh",
            "-c",
            "printf %s $0; exit 5",
            "-n");

    assertThat(task).isEqualTo(new Ended(5, "-n", ""));
    assertThat(run(inside, "srun", "-n", "2", "true").exit()).isEqualTo(1);
  }

  @Test
  void otherAccountsSeeAndCancelNothing() throws Exception {
    var number = run("sbatch", "--parsable", "--begin=now+1hour", "--wrap=true").number();
    var other = new TreeMap<>(Map.of("METASCHED_TOKEN_FILE", folder + "/data/tokens/user2"));

    assertThat(run(other, "squeue", "-h", "-t", "all").out()).isEmpty();
    assertThat(run(other, "scancel", number).exit()).isEqualTo(1);
    assertThat(run("squeue", "-h", "-j", number, "-o", "%t").out()).isEqualTo("PD\n");
    run("scancel", number);
  }

  /** Submits a job, and waits for its end. */
  private static String ended(String... words) throws Exception {
    var all = new ArrayList<>(List.of("sbatch", "--parsable", "-t", "1"));
    all.addAll(List.of(words));
    var number = run(all.toArray(String[]::new)).number();
    api.outcome(id(number));
    return number;
  }

  @Test
  void hugeScriptsAreRefusedAndAnyBytesAreKept() throws Exception {
    var head = "#!/bin/sh\n#SBATCH --begin=now+1hour\nexit\n";
    Files.writeString(folder.resolve("long.sh"), head + "#".repeat(600 << 10));
    Files.writeString(folder.resolve("huge.sh"), head + "#".repeat(3 << 20));
    Files.write(folder.resolve("bytes.sh"), (head + "\0\u00ff").getBytes(ISO_8859_1));

    assertThat(run("sbatch", "long.sh").errors())
        .isEqualTo("sbatch: error: the script has more than 524288 bytes\n");
    assertThat(run("sbatch", "huge.sh").errors())
        .startsWith("sbatch: error: a body may have at most 1 MiB");
    var kept = run("sbatch", "--parsable", "bytes.sh");
    assertThat(kept.errors()).isEmpty();
    run("scancel", kept.number());
  }

  @Test
  void sbatchWaitsForTheEndOfAJob() throws Exception {
    var ended = run("sbatch", "--wait", "--parsable", "-t", "1", "--wrap=true");

    assertThat(ended.exit()).isZero();
    assertThat(run("sacct", "-nPX", "-j", ended.number(), "-o", "State").out())
        .isEqualTo("COMPLETED\n");
    assertThat(run("sbatch", "-W", "-t1", "-p", "none", "--wrap=true").exit()).isEqualTo(1);
  }

  @Test
  void accountingListsJobsThatHaveEnded() throws Exception {
    var number = ended("-J", "counted", "--wrap=true");
    var columns = "--format=JobIDRaw,JobName%5,State,ExitCode,Timelimit,MaxRSS";

    var parsable = run("sacct", "-X", "--parsable2", "--noheader", "-j", number, columns);
    var table = run("sacct", "--name=counted", "--format=jobid%-6,state%4", "-u", "user1");

    assertThat(parsable.out()).isEqualTo(number + "|counted|COMPLETED|0:0|00:01:00|\n");
    assertThat(run("sacct", "-p", "-n", "-j", number, "-o", "state").out())
        .isEqualTo("COMPLETED|\n");
    assertThat(table.out()).startsWith("JobID  Stat \n------ ---- \n").contains(" COM+ \n");
    assertThat(run("sacct", "-n", "-j", number, "-s", "PD,F").out()).isEmpty();
    assertThat(run("sacct", "-n", "-j", number, "-S", "now+1hour").out()).isEmpty();
    assertThat(run("sacct", "-n", "--name=counted", "-E", "now-1hour").out()).isEmpty();
    assertThat(run("sacct", "-o", "Bogus").errors()).contains("Invalid field requested: \"Bogus\"");
    assertThat(run("sacct", "--helpformat").out()).contains("JobIDRaw\n").contains("MaxRSS\n");
  }

  @Test
  void timesAreSecondsIfTheClientAsksForThem() throws Exception {
    var number = ended("--wrap=true");
    var seconds = Map.of("SLURM_TIME_FORMAT", "%s");

    assertThat(run(seconds, "sacct", "-nPj", number, "-o", "Submit,Start,End").out())
        .matches("(\\d{10}\\|){2}\\d{10}\n");
  }

  @Test
  void nodesAndDomainsAreListed() throws Exception {
    assertThat(run("sinfo", "-h", "-o", "%P %a %D").out()).matches("(local up \\d\n)+");
    assertThat(run("sinfo", "-N", "-h", "-n", "local-2", "-o", "%N").out()).isEqualTo("local-2\n");
    assertThat(run("sinfo", "-h", "-p", "none").out()).isEmpty();
    assertThat(run("scontrol", "show", "node", "local-1").out()).startsWith("NodeName=local-1 ");
    assertThat(run("scontrol", "-o", "show", "partition").out())
        .isEqualTo(
            "PartitionName=local State=UP MaxTime=UNLIMITED TotalNodes=4"
                + " Nodes=local-1,local-2,local-3,local-4\n");
  }

  @Test
  void clientsReadTheConfigurationAndTheirAccounts() throws Exception {
    var number = run("sbatch", "--parsable", "--begin=now+1hour", "--wrap=true").number();

    assertThat(run("scontrol", "show", "config").out())
        .contains("MinJobAge               = 300 sec");
    assertThat(run("scontrol", "-o", "show", "job", number).out())
        .startsWith("JobId=" + number + " JobName=wrap ")
        .contains(" JobState=PENDING ")
        .contains(" StdOut=%s/slurm-%s.out".formatted(folder, number));
    assertThat(run("scontrol", "show", "hostnames", "a-1,b-2").out()).isEqualTo("a-1\nb-2\n");
    assertThat(run("sacctmgr", "-n", "-s", "list", "user", "ann", "format=account%20").out())
        .isEqualTo("%20s \n".formatted("user1"));
    assertThat(run("sacctmgr", "-nP", "show", "user").out()).isEqualTo("user1\n");
    assertThat(run("sacctmgr", "add", "user", "ann").exit()).isEqualTo(1);
    assertThat(run("scontrol", "hold", number).errors())
        .contains("invalid keyword: hold " + number);
    run("scancel", number);
  }

  @Test
  void aSignalIsSentToARunningJobAlone() throws Exception {
    var number = run("sbatch", "--parsable", "--begin=now+1hour", "--wrap=true").number();

    var waiting = run("scancel", "--signal=USR1", number);

    assertThat(waiting.exit()).isEqualTo(1);
    assertThat(waiting.errors()).contains("the job does not run at present");
    assertThat(run("scancel", "-s", "BOGUS", number).errors()).contains("--signal: allowed is HUP");
    assertThat(run("scancel", "-s", "KILL", number).exit()).isZero();
    assertThat(run("squeue", "-h", "-t", "CA", "-j", number, "-o", "%T").out())
        .isEqualTo("CANCELLED\n");
  }

  @Test
  void eachCommandHasAVersionAndAUsage() throws Exception {
    for (var command : SlurmCommand.values()) {
      assertThat(run(command.label(), "--version").out()).startsWith("slurm 2");
    }
    assertThat(run("srun", "--usage").out())
        .isEqualTo("Usage: srun [OPTION...] COMMAND [ARG...]\n");
    assertThat(run("srun", "-h").out()).isEqualTo(SlurmCommand.SRUN.help());
    assertThat(run("sbatch", "--help").out()).isEqualTo(SlurmCommand.SBATCH.help());
  }
}
