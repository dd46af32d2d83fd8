package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.book.JobIds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;

/** Base of tests of Slurm's commands, which send requests to one service. */
abstract class OnSlurmCommands extends OnOneService {
  static Path commands;

  /** Result of a command. */
  record Ended(int exit, String out, String errors) {
    String number() {
      return out.replaceAll("\\D", "");
    }
  }

  @BeforeAll
  static void write() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "no curl");
    commands = folder.resolve("commands");
    assertThat(Metasched.commandLine().execute("slurm-commands", commands.toString())).isZero();
  }

  static Ended run(Map<String, String> variables, String... words)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(Arrays.asList(words));
    all.set(0, commands.resolve(words[0]).toString());
    var errors = Files.createTempFile(folder, "errors", "");
    var builder = new ProcessBuilder(all).directory(folder.toFile());
    builder.redirectError(errors.toFile());
    builder.environment().put("METASCHED_URL", api.service.url());
    builder.environment().put("METASCHED_TOKEN_FILE", folder + "/data/tokens/user1");
    builder.environment().putAll(variables);
    var process = builder.start();
    process.getOutputStream().close();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), out, Files.readString(errors));
  }

  static Ended run(String... words) throws IOException, InterruptedException {
    return run(Map.of(), words);
  }

  static String id(String number) throws IOException, InterruptedException {
    for (var job : api.call("GET", "/v1/jobs?limit=1000", "user1", "").json().path("items")) {
      if (number.equals(String.valueOf(JobIds.number(job.path("id").asText())))) {
        return job.path("id").asText();
      }
    }
    throw new AssertionError("no job has number " + number);
  }
}
