package io.metasched.service.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.book.JobIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Priorities and mails of Slurm's commands, as their requests. */
final class SlurmPriorityTest {
  // after the horizon, so that a cycle does not book it while its test changes it
  private static final String LATER = "--begin=now+8days";

  private static TestedApi api;

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    api =
        new TestedApi(
            folder,
            "metasched.service { cycle { queue-order = priority, highest-priority = 10 }\n"
                + "notifications.mail-command = [ \"/bin/true\" ] }");
  }

  @AfterAll
  static void end() {
    api.close();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private static String body(String... words) {
    var arguments = base64(String.join("\0", words) + "\0");
    return "{\"arguments\":\"%s\",\"environment\":\"\"}".formatted(arguments);
  }

  /** Returns the answer to a command: exit status, lines for standard error, and output. */
  private static String run(String user, String command, String... words) throws Exception {
    var answer = api.call("POST", "/v1/slurm/" + command, user, body(words));
    assertThat(answer.status()).isEqualTo(200);
    return answer.response().body();
  }

  private static JsonNode submitted(String... words) throws Exception {
    var all = new java.util.ArrayList<>(List.of("--parsable", LATER, "--wrap=true"));
    all.addAll(List.of(words));
    var number = run("user1", "sbatch", all.toArray(String[]::new)).split("\n\n", 2)[1].strip();
    for (var job : api.call("GET", "/v1/jobs", "user1", "").json().path("items")) {
      var id = job.path("id").asText();
      if (number.equals(String.valueOf(JobIds.number(id)))) {
        return api.call("GET", "/v1/jobs/" + id, "user1", "").json();
      }
    }
    throw new AssertionError("no job has number " + number);
  }

  @Test
  void aSubmittedJobHasAPriorityWithinTheRangeOfUsers() throws Exception {
    var job = submitted("--priority=10");

    assertThat(job.path("priority").asInt()).isEqualTo(10);
    var number = String.valueOf(JobIds.number(job.path("id").asText()));
    assertThat(run("user1", "squeue", "-h", "-j", number, "-o", "%Q")).isEqualTo("0\n\n10\n");
    assertThat(run("user1", "sbatch", LATER, "--wrap=x", "--priority=11"))
        .isEqualTo(
            "1\nsbatch: error: --priority: it is above 10, the highest of users"
                + " (cycle.highest-priority)\n\n");
    assertThat(run("user1", "sbatch", LATER, "--wrap=x", "--priority=-1001"))
        .startsWith(
            "1\nsbatch: error: --priority is invalid: allowed is a whole number from -1000");
    assertThat(run("user1", "sbatch", LATER, "--wrap=x", "--priority=TOP"))
        .isEqualTo("1\nsbatch: error: --priority: a whole number is allowed, not 'TOP'\n\n");
  }

  private static int priority(String path) throws Exception {
    return api.call("GET", path, "user1", "").json().path("priority").asInt();
  }

  @Test
  void priorityOfAWaitingJobChanges() throws Exception {
    var id = submitted().path("id").asText();
    var update = new String[] {"update", "JobId=" + JobIds.number(id), "Priority=7"};

    assertThat(run("user1", "scontrol", update)).isEqualTo("0\n\n");
    assertThat(priority("/v1/jobs/" + id)).isEqualTo(7);
    var answer = api.call("PATCH", "/v1/jobs/" + id, "user1", "{\"priority\":-8}");
    assertThat(answer.json().path("priority").asInt()).isEqualTo(-8);
    var events = api.call("GET", "/v1/jobs/" + id + "/events", "user1", "").json();
    assertThat(events.path("items").findValuesAsText("event"))
        .containsSubsequence("job-submitted", "job-changed", "job-changed");
    var above = api.call("PATCH", "/v1/jobs/" + id, "user1", "{\"priority\":11}");
    assertThat(above.status()).isEqualTo(400);
    assertThat(api.call("PATCH", "/v1/jobs/" + id, "user2", "{\"priority\":1}").status())
        .isEqualTo(404);
    assertThat(run("user2", "scontrol", update)).contains(": Invalid job id specified");
    api.call("POST", "/v1/jobs/" + id + ":cancel", "user1", "");
    assertThat(run("user1", "scontrol", update))
        .isEqualTo("1\nscontrol: error: %s: the job is over\n\n".formatted(id));
  }

  @Test
  void priorityOfAnArrayChangesForAllElementsThatWait() throws Exception {
    submitted("-a1-4");
    var array =
        api.call("GET", "/v1/jobs?grouped=true", "user1", "").json().at("/items/0/id").asText();
    api.call("POST", "/v1/jobs/" + array + "_2:cancel", "user1", "");
    var number = String.valueOf(JobIds.number(array));

    assertThat(run("user1", "scontrol", "update", "jobid=" + number, "priority=3"))
        .isEqualTo("0\n\n");
    assertThat(run("user1", "scontrol", "update", "job=" + number + "_[3,4]", "Priority=4"))
        .isEqualTo("0\n\n");

    assertThat(run("user1", "squeue", "-h", "-j", number, "-o", "%K %Q"))
        .isEqualTo("0\n\n1 3\n3 4\n4 4\n");
    assertThat(priority("/v1/arrays/" + array)).isEqualTo(4);
    var changed =
        api.call(
            "PATCH",
            "/v1/arrays/" + array,
            "user1",
            "{\"priority\":5,\"labels\":{\"a\":\"b\"},\"budget\":{\"total\":\"9\"}}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.json().at("/labels/a").asText()).isEqualTo("b");
    assertThat(changed.json().at("/budget/total").asText()).isEqualTo("9.000");
    assertThat(changed.json().path("priority").asInt()).isEqualTo(5);
    assertThat(priority("/v1/jobs/" + array + "_2")).isZero();
    assertThat(api.call("PATCH", "/v1/arrays/" + array, "user2", "{\"priority\":1}").status())
        .isEqualTo(404);
    assertThat(
            api.call(
                    "PATCH",
                    "/v1/arrays/" + array,
                    "user1",
                    "{\"priority\":1}",
                    "If-Match",
                    "\"1\"")
                .status())
        .isEqualTo(412);
    api.call("POST", "/v1/arrays/" + array + ":cancel", "user1", "");
    assertThat(api.call("PATCH", "/v1/arrays/" + array, "user1", "{\"priority\":1}").status())
        .isEqualTo(409);
  }

  @Test
  void aReaderSeesJobsAndUpdatesNone() throws Exception {
    var number = String.valueOf(JobIds.number(submitted().path("id").asText()));
    var reader = "{\"principal\":\"guest\",\"role\":\"reader\"}";
    var token = api.call("POST", "/v1/tokens", "admin", reader).json().path("token").asText();
    var show = body("show", "job", number);
    var update = body("update", "JobId=" + number, "Priority=1");

    assertThat(api.callWith(token, "POST", "/v1/slurm/scontrol", show).response().body())
        .contains(" Priority=0 ");
    assertThat(api.callWith(token, "POST", "/v1/slurm/scontrol", update).status()).isEqualTo(403);
  }

  private static String token(String principal, String accounts) throws Exception {
    var wanted = "{\"principal\":\"%s\",\"role\":\"user\",\"accounts\":[%s]}";
    return api.call("POST", "/v1/tokens", "admin", wanted.formatted(principal, accounts))
        .json()
        .path("token")
        .asText();
  }

  private static String runWith(String token, String command, String... words) throws Exception {
    return api.callWith(token, "POST", "/v1/slurm/" + command, body(words)).response().body();
  }

  @Test
  void aFilterOfScancelMeansYourOwnJobsInASharedAccount() throws Exception {
    var number = String.valueOf(JobIds.number(submitted("-J", "shared").path("id").asText()));
    var bob = token("bob", "\"user1\"");
    var state = new String[] {"-h", "-j", number, "-t", "all", "-o", "%t"};

    for (var filter : List.of("-nshared", "-tPD", "-Auser1", "--me")) {
      assertThat(runWith(bob, "scancel", filter)).isEqualTo("0\n\n");
      assertThat(run("user1", "squeue", state)).isEqualTo("0\n\nPD\n");
    }
    assertThat(runWith(bob, "scancel", "-u", "user1", "-n", "shared")).isEqualTo("0\n\n");
    assertThat(run("user1", "squeue", state)).isEqualTo("0\n\nCA\n");
  }

  @Test
  void aSingletonWaitsForJobsOfItsAccountOnly() throws Exception {
    var ann = token("ann", "\"user1\",\"user2\"");
    var words = new String[] {"-J", "one", "-d", "singleton", LATER, "--wrap=x", "-A", "user1"};
    assertThat(runWith(ann, "sbatch", words)).startsWith("0\n");
    words[words.length - 1] = "user2";

    assertThat(runWith(ann, "sbatch", words)).startsWith("0\n\nSubmitted batch job ");
  }

  @Test
  void jobsOfAnotherAccountAreNotThere() throws Exception {
    var number = String.valueOf(JobIds.number(submitted("-J", "hidden").path("id").asText()));
    var unknown = "Invalid job id specified";

    assertThat(run("user2", "squeue", "-j", number)).contains(unknown);
    assertThat(run("user2", "scontrol", "show", "job", number)).contains(unknown);
    assertThat(run("user2", "scontrol", "show", "jobs")).doesNotContain("hidden");
    assertThat(run("user2", "scancel", number)).contains(unknown);
    assertThat(run("user2", "sacct", "-n", "-a", "-j", number)).isEqualTo("0\n\n");
    assertThat(run("user2", "sacct", "-n", "-a", "-o", "JobName")).doesNotContain("hidden");
    assertThat(run("user2", "squeue", "-h", "-u", "user1")).contains("Invalid user: user1");
    for (var condition : List.of("afterany", "afterok", "after", "aftercorr")) {
      assertThat(run("user2", "sbatch", "-d", condition + ":" + number, "--wrap=x"))
          .contains("Job dependency problem: no job has number " + number);
    }
    assertThat(run("user1", "squeue", "-h", "-j", number, "-o", "%t")).isEqualTo("0\n\nPD\n");
  }

  @Test
  void updatesOfOtherMembersAreRefused() throws Exception {
    assertThat(run("user1", "scontrol", "update", "JobId=1", "TimeLimit=5"))
        .startsWith("1\nscontrol: error: TimeLimit=5: only the Priority of a job can be updated");
    assertThat(run("user1", "scontrol", "update", "JobId=1"))
        .startsWith("1\nscontrol: error: update: JobId=JOB[,JOB...] and Priority=N are necessary");
    assertThat(run("user1", "scontrol", "update", "JobId=1", "Priority=11"))
        .startsWith("1\nscontrol: error: ");
  }

  @Test
  void mailsAreThoseOfTheJob() throws Exception {
    var mail = submitted("--mail-user=a@b.org", "--mail-type=BEGIN,end,TIME_LIMIT_80");

    assertThat(mail.path("mail").toString())
        .isEqualTo("{\"to\":\"a@b.org\",\"transitions\":[\"started\",\"ended\"]}");
    assertThat(submitted("--mail-user=a@b.org", "--mail-type=NONE").has("mail")).isFalse();
    assertThat(submitted("--mail-user=a@b.org").has("mail")).isFalse();
    assertThat(run("user1", "sbatch", "--wrap=x", "--mail-user=ann", "--mail-type=END"))
        .startsWith("1\nsbatch: error: --mail-user is invalid: allowed is a mail address");
    assertThat(run("user1", "sbatch", "--wrap=x", "--mail-user=a@b.org", "--mail-type=SOON"))
        .startsWith("1\nsbatch: error: --mail-type: allowed is some of BEGIN, END");
  }
}
