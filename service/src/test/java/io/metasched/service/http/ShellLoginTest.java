package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.cli.LauncherScript;
import io.metasched.service.identity.FakeIssuer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sign-ins of shells by device code. */
class ShellLoginTest {
  private static final String PENDING = "{\"error\": \"authorization_pending\"}";
  private static final String CODE =
      """
      {"device_code": "d-1", "user_code": "ABCD-EFGH", "verification_uri": "https://id.example.org/d",
       "verification_uri_complete": "https://id.example.org/d?code=ABCD-EFGH", "interval": 0,
       "expires_in": 300}
      """;

  @TempDir private Path folder;
  private FakeIssuer issuer;
  private TestedApi api;
  private Path file;
  private final List<String> requests = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    issuer = new FakeIssuer();
    var rules = "rules = [{ issuer = fake, person = \"{sub}@fake\", role = reader }]";
    var shell = ", shell { client-id = cli, scopes = [openid, offline_access] }";
    Files.writeString(folder.resolve("identities.conf"), issuer.conf(shell, rules));
    api = new TestedApi(folder, "metasched.service.access.identities = identities.conf");
    file = folder.resolve("mine/token.login");
    issuer.on("/device", body -> new FakeIssuer.Answer(200, CODE));
  }

  @AfterEach
  void end() {
    api.close();
    issuer.close();
  }

  private String run(int code, String command, String... more) {
    var words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--url", api.service.url()));
    words.addAll(List.of("--token-file", folder.resolve("mine/token").toString()));
    words.addAll(List.of(more));
    var out = new StringWriter();
    var commandLine = Metasched.commandLine();
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
    assertThat(commandLine.execute(words.toArray(String[]::new)))
        .as(out.toString())
        .isEqualTo(code);
    return out.toString();
  }

  /** Makes the issuer give out tokens that expire after some seconds. */
  private void answering(int pending, long seconds) {
    requests.clear();
    issuer.on(
        "/token",
        body -> {
          requests.add(body);
          if (requests.size() <= pending) {
            return new FakeIssuer.Answer(400, PENDING);
          }
          var token = issuer.token(issuer.claims(Instant.now()));
          var json = "{\"access_token\": \"%s\", \"expires_in\": %d, \"refresh_token\": \"r-%d\"}";
          return new FakeIssuer.Answer(200, json.formatted(token, seconds, requests.size()));
        });
  }

  @Test
  void signsInWithACodeAndStoresTheSignInForItsOwnerOnly() throws Exception {
    answering(2, 300);
    var out = run(ExitCode.DONE, "login");

    assertThat(out)
        .contains("Open https://id.example.org/d and enter the code ABCD-EFGH")
        .contains("or open https://id.example.org/d?code=ABCD-EFGH")
        .contains("Signed in as anna-1@fake.")
        .doesNotContain("eyJ");
    assertThat(requests)
        .hasSize(3)
        .allMatch(each -> each.contains("device_code=d-1"))
        .allMatch(each -> each.contains("audience=metasched"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(run(ExitCode.DONE, "whoami"))
        .contains("anna-1@fake, reader")
        .contains("subject: anna-1");
    assertThat(requests).as("the access token has not ended").hasSize(3);
  }

  @Test
  void renewsAnAccessTokenThatHasEnded() throws Exception {
    answering(0, 0);
    run(ExitCode.DONE, "login");
    run(ExitCode.DONE, "whoami");
    assertThat(requests).hasSize(2);
    assertThat(requests.get(1)).contains("grant_type=refresh_token").contains("refresh_token=r-1");

    run(ExitCode.DONE, "queue");
    assertThat(requests.get(2)).as("the last refresh token").contains("refresh_token=r-2");
  }

  @Test
  void namesTheRemedyIfTheIssuerDoesNotRenew() {
    answering(0, 0);
    run(ExitCode.DONE, "login");
    issuer.on("/token", body -> new FakeIssuer.Answer(400, "{\"error\": \"invalid_grant\"}"));

    assertThat(run(ExitCode.REFUSED, "queue"))
        .contains("the issuer does not renew the sign-in (invalid_grant): run 'metasched login'")
        .doesNotContain("r-1");
  }

  @Test
  void anIssuerThatDoesNotRunCannotBeReached() {
    issuer.close();

    assertThat(run(ExitCode.UNREACHABLE, "login"))
        .contains("the issuer cannot be reached at http://");
  }

  @Test
  void sendsTheTokenToNoOtherService() throws Exception {
    answering(0, 300);
    run(ExitCode.DONE, "login");
    Files.writeString(file, Files.readString(file).replace(api.service.url(), "http://other"));

    assertThat(run(ExitCode.UNREACHABLE, "whoami")).contains("mine/token cannot be read");
  }

  @Test
  void commandsOfSlurmUseTheSignInAndRenewIt() throws Exception {
    answering(0, 300);
    run(ExitCode.DONE, "login");
    Files.writeString(folder.resolve("mine/token"), "another token\n");
    assertThat(slurm("squeue", "-h")).isEqualTo("0 ");
    assertThat(requests).as("the access token has not ended").hasSize(1);

    answering(0, 0);
    run(ExitCode.DONE, "login");
    assertThat(slurm("squeue", "-h")).isEqualTo("0 ");
    assertThat(requests).hasSize(2);
    assertThat(requests.get(1)).contains("grant_type=refresh_token").contains("refresh_token=r-1");
    assertThat(slurm("sbatch", "--wrap=true"))
        .isEqualTo("1 sbatch: error: your token may use no account\n");
    assertThat(requests.get(2)).as("the last refresh token").contains("refresh_token=r-2");

    Files.writeString(file, Files.readString(file).replace(api.service.url(), "http://other"));
    assertThat(slurm("squeue", "-h")).as("the token file").startsWith("1 ").contains("token");
    assertThat(requests).hasSize(3);
  }

  @Test
  void commandsOfSlurmNameTheRemedyIfTheIssuerDoesNotRenew() throws Exception {
    answering(0, 0);
    run(ExitCode.DONE, "login");
    issuer.on("/token", body -> new FakeIssuer.Answer(503, "{}"));
    assertThat(slurm("squeue"))
        .isEqualTo(
            "1 squeue: error: the issuer cannot renew the sign-in now: status 503;"
                + " trying again for 1 s (METASCHED_PATIENCE)\n");

    issuer.on("/token", body -> new FakeIssuer.Answer(400, "{\"error\": \"invalid_grant\"}"));
    assertThat(slurm("squeue"))
        .isEqualTo(
            "1 squeue: error: the issuer does not renew the sign-in (invalid_grant):"
                + " run 'metasched login' again\n");

    Files.delete(folder.resolve("bin/metasched"));
    assertThat(slurm("squeue")).contains("the access token of the sign-in has ended");
  }

  /** Runs a command of Slurm, and returns its exit status and its output. */
  private String slurm(String... words) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "no curl");
    var commands = folder.resolve("commands");
    if (Files.notExists(commands)) {
      LauncherScript.write(folder.resolve("bin"), folder);
      assertThat(Metasched.commandLine().execute("slurm-commands", commands.toString())).isZero();
    }
    words[0] = commands.resolve(words[0]).toString();
    var output = folder.resolve("output").toFile();
    var builder = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output);
    var environment = builder.environment();
    environment.put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
    environment.put("METASCHED_URL", api.service.url() + "/");
    environment.put("METASCHED_TOKEN_FILE", folder.resolve("mine/token").toString());
    environment.put("METASCHED_PATIENCE", "1");
    var status = builder.start().waitFor();
    return status + " " + Files.readString(output.toPath());
  }

  @Test
  void signsOut() throws Exception {
    answering(0, 300);
    run(ExitCode.DONE, "login");
    assertThat(run(ExitCode.DONE, "logout")).contains("Signed out here; the issuer has revoked");
    assertThat(file).doesNotExist();

    run(ExitCode.DONE, "login");
    issuer.on(
        "/revoke",
        body -> {
          requests.add(body);
          return new FakeIssuer.Answer(200, "");
        });
    assertThat(run(ExitCode.DONE, "logout")).contains("Signed out.");
    assertThat(requests.get(requests.size() - 1)).contains("client_id=cli").contains("token=r-");
    assertThat(file).doesNotExist();
    assertThat(run(ExitCode.DONE, "logout")).contains("Nobody is signed in.");
  }

  @Test
  void reportsARefusedSignIn() {
    issuer.on("/token", body -> new FakeIssuer.Answer(400, "{\"error\": \"access_denied\"}"));

    assertThat(run(ExitCode.REFUSED, "login"))
        .contains("the issuer refuses the sign-in: access_denied");
    assertThat(run(ExitCode.REFUSED, "login", "--issuer", "other"))
        .contains("no such issuer for commands");
    assertThat(file).doesNotExist();
  }

  @Test
  void storesNoSignInThatTheServiceRefuses() {
    issuer.on(
        "/token",
        body -> {
          var token = issuer.token(issuer.claims(Instant.now()).audience("x"));
          return new FakeIssuer.Answer(200, "{\"access_token\": \"%s\"}".formatted(token));
        });

    assertThat(run(ExitCode.REFUSED, "login")).contains("aud: allowed is metasched");
    assertThat(file).doesNotExist();
  }
}
