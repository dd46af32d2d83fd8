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
  private static final String LATER = "--begin=now+1hour";

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

  /** Returns the answer to a command: exit status, lines for standard error, and output. */
  private static String run(String user, String command, String... words) throws Exception {
    var arguments = base64(String.join("\0", words) + "\0");
    var body = "{\"arguments\":\"%s\",\"environment\":\"\"}".formatted(arguments);
    var answer = api.call("POST", "/v1/slurm/" + command, user, body);
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
