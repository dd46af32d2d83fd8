package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.service.cli.StubService.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests and output of the commands of clients. */
final class ClientCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private StubService service;

  @BeforeEach
  void start() throws IOException {
    service = new StubService(folder).when("POST /v1/jobs", 201, "{\"id\":\"j-1\"}");
  }

  @AfterEach
  void end() {
    service.close();
  }

  private static JsonNode json(String text) throws IOException {
    return JSON.readTree(text.replace('\'', '"'));
  }

  private Path script(String text) throws IOException {
    return Files.writeString(folder.resolve("job.sh"), text);
  }

  private JsonNode submitted(String... words) {
    var ended = service.run("submit", words);
    assertThat(ended).isEqualTo(new Ended(0, "submitted job j-1\n", ""));
    return service.sent();
  }

  @Test
  void submitSendsAllThatTheApiTakes() throws IOException {
    var data = Files.write(folder.resolve("data"), new byte[] {(byte) 0xE9, 0});
    var job =
        submitted(
            "--require=ssd",
            "--require=memory >= 64",
            "--performance=3",
            "--domain=north",
            "--memory=512M",
            "--env=A=b=c",
            "--env=PATH",
            "--input=" + script("é"),
            "--input=sub/d=" + data,
            "--requeue",
            "--accept-advised",
            "--reliability=95",
            "--priority=-3",
            "--mail-user=a@b.org",
            "--mail-type=begin,FAIL",
            "--chdir=/scratch",
            "--after=j-1,j-2",
            "--after-ok=j-3",
            "--after-any=j-4",
            "--after-failed=j-5",
            "--",
            "true");

    assertThat(job.path("after"))
        .isEqualTo(
            json(
                "[{'job':'j-1','outcome':'started'},{'job':'j-2','outcome':'started'},"
                    + "{'job':'j-4','outcome':'any'},{'job':'j-3','outcome':'ok'},"
                    + "{'job':'j-5','outcome':'failed'}]"));

    assertThat(job.path("priority").asInt()).isEqualTo(-3);
    assertThat(job.path("mail"))
        .isEqualTo(json("{'to':'a@b.org','transitions':['started','failed']}"));
    assertThat(job.path("requires"))
        .isEqualTo(json("{'properties':['ssd','memory>=64'],'performance':3,'domain':'north'}"));
    assertThat(job.path("onNodeLoss").asText()).isEqualTo("requeue");
    assertThat(job.path("sites")).isEqualTo(json("{'acceptAdvised':true,'reliability':95}"));
    var run = job.path("run");
    assertThat(run.at("/limits/memoryBytes").asLong()).isEqualTo(512L << 20);
    assertThat(run.at("/environment/A").asText()).isEqualTo("b=c");
    assertThat(run.at("/environment/PATH").asText()).isEqualTo(System.getenv("PATH"));
    assertThat(run.path("input"))
        .isEqualTo(json("[{'path':'job.sh','text':'é'},{'path':'sub/d','base64':'6QA='}]"));
    assertThat(run.path("chdir").asText()).isEqualTo("/scratch");
    assertThat(run.path("command")).isEqualTo(json("['true']"));
  }

  @Test
  void theDefaultIsOneNodeForTenMinutes() throws IOException {
    assertThat(submitted("--", "/bin/true", "--", "x"))
        .isEqualTo(
            json(
                "{'name':'true','nodes':1,'work':{'duration':'PT10M'},"
                    + "'run':{'command':['/bin/true','--','x']}}"));
  }

  @ParameterizedTest
  @CsvSource({"90, PT1H30M", "1:30, PT1M30S", "2-12, PT60H", "PT90M, PT1H30M", "P365D, PT8760H"})
  void durationsAreThoseOfSlurmOrOfTheApi(String given, String sent) {
    assertThat(submitted("--time", given, "--", "x").at("/work/duration").asText()).isEqualTo(sent);
  }

  @Test
  void ofARepeatedOptionTheLastCountsAndTheCommandLineComesLast() throws IOException {
    var file =
        script(
            """
            #METASCHED --nodes=1 --nodes=2 --time=5 --name="a b" --label x=1 --env A=1
            #METASCHED --nodes=3 --require=ssd
            echo
            #METASCHED --nodes=9
            """);
    var job =
        submitted("--time=6", "--time=7", "--label=x=2", "--env=A=2", file.toString(), "--", "y");

    assertThat(job.path("nodes").asInt()).isEqualTo(3);
    assertThat(job.at("/work/duration").asText()).isEqualTo("PT7M");
    assertThat(job.path("name").asText()).isEqualTo("a b");
    assertThat(job.at("/labels/x").asText()).isEqualTo("2");
    assertThat(job.at("/run/environment/A").asText()).isEqualTo("2");
    assertThat(job.path("requires")).isEqualTo(json("{'properties':['ssd']}"));
    assertThat(job.at("/run/command")).isEqualTo(json("['/bin/sh','job-script','--','y']"));
  }

  @Test
  void aScriptIsSentByteByByte() throws IOException {
    var latin = "#!/bin/sh\necho '\u00E9\0'\n".getBytes(StandardCharsets.ISO_8859_1);
    var file = Files.write(folder.resolve("latin.sh"), latin);
    var input = submitted(file.toString()).at("/run/input/0");

    assertThat(Base64.getDecoder().decode(input.path("base64").asText())).isEqualTo(latin);
    assertThat(input.has("text")).isFalse();
  }

  @Test
  void aScriptIsFoundFromAnotherFolder() throws IOException {
    var job = submitted("--chdir", "/data", script("#!/bin/bash -e\n").toString(), "x");

    assertThat(job.at("/run/command"))
        .isEqualTo(
            JSON.createArrayNode()
                .add("/bin/sh")
                .add("-c")
                .add("exec '/bin/bash' '-e' \"$METASCHED_FOLDER/work/$0\" \"$@\"")
                .add("job-script")
                .add("x"));
  }

  @Test
  void faultsOfAScriptAreNamedWithTheirLine() throws IOException {
    var file = script("#!/bin/sh\n#METASCHED --nodes=many\n");

    assertThat(service.run("submit", file.toString()))
        .isEqualTo(
            new Ended(
                2,
                "",
                "metasched: %s: line 2: Invalid value for option '--nodes': 'many' is not an int (metasched submit --help)\n"
                    .formatted(file)));
    assertThat(service.run("submit", folder.resolve("none").toString()).err())
        .contains("none: there is no such file; a command goes after --");
    assertThat(service.run("submit", folder.toString()).err()).contains(": it is a folder");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "submit|--at|tomorrow|a time in UTC, such as \"2026-12-01T18:00:00Z\"",
        "submit|--begin|2026-12-01 18:00|a time in UTC",
        "submit|--budget|12,5|an amount with up to three decimals and 15 digits before them, such as 12.5",
        "submit|--memory|512|a whole number with K, M, G or T, such as 512M",
        "submit|--memory|999999999T|a whole number with K, M, G or T, such as 512M",
        "submit|--require|a b|a property, or one compared with a value",
        "submit|--env|1=2|NAME=VALUE",
        "submit|--env|NO_SUCH_VARIABLE|NAME=VALUE gives it a value",
        "submit|--input|/no/such|there is no such file",
        "submit|--time|soon|MINUTES, MINUTES:SECONDS",
        "submit|--time|PT0S|or ISO 8601 such as PT90M or P365D",
        "token|--lasts|P1Y|or ISO 8601 such as PT90M or P365D",
        "estimate|--deadline|never|a time in UTC",
        "estimate|--input|/no/such|there is no such file",
        "reserve|--at|now|a time in UTC",
        "reserve|--budget|-1|an amount",
        "change|--deadline|x|a time in UTC, such as \"2026-12-01T18:00:00Z\", or 'none'",
        "change|--budget|1.2345|such as 12.5, or 'none'",
        "account|--deposit|much|an amount",
        "account|--transfer|much|an amount",
        "account|--limit|cores=1|waiting, running, nodes or priority",
        "account|--grant|much|an amount with up to three decimals and 15 digits before them, such as 12.5, or 'none'",
        "account|--period|daily|weekly, monthly or yearly",
        "account|--zone|Nowhere/City|a time zone such as Europe/Berlin",
        "account|--from|1999-12-31|a day from 2000-01-01 to 2099-12-31",
        "price|--set|free|an amount",
        "price|--lead|10m|an ISO 8601 duration",
        "whatif|--last|1d|an ISO 8601 duration"
      })
  void aFormThatIsNotAllowedIsRefusedBeforeAnythingIsSent(
      String command, String option, String value, String allowed) {
    var more =
        switch (command) {
          case "submit" -> new String[] {option, value, "--", "true"};
          case "estimate", "reserve", "token" -> new String[] {option, value};
          default -> new String[] {option, value, "one"};
        };
    var ended = service.run(command, more);

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .contains(allowed)
        .contains(value)
        .endsWith(" (metasched %s --help)\n".formatted(command))
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({"localhost:8080", "127.0.0.1", "ftp://h", "http://", "http:/h", "'http://a b'", "''"})
  void aUrlWithoutItsSchemeIsRefused(String url) {
    assertThat(StubService.execute("queue", "--url", url))
        .isEqualTo(
            new Ended(
                2,
                "",
                "metasched: --url: allowed is http://HOST:PORT or https://HOST:PORT, given was '%s' (metasched queue --help)\n"
                    .formatted(url)));
  }

  @Test
  void waitEndsWithTheGreatestStatusOfItsJobs() {
    var job = "{\"id\":\"%s\",\"state\":\"%s\",\"exit\":%d}";
    service.when("GET /v1/jobs/a", 200, job.formatted("a", "finished", 0));
    service.when("GET /v1/jobs/b", 200, job.formatted("b", "failed", 7));
    service.when("GET /v1/jobs/c", 200, job.formatted("c", "failed", 3));

    assertThat(service.run("wait", "a").code()).isZero();
    var ended = service.run("wait", "a", "b", "c");
    assertThat(ended.code()).isEqualTo(7);
    assertThat(ended.err())
        .isEqualTo("metasched: job b is failed (exit 7)\nmetasched: job c is failed (exit 3)\n");
    var unknown = service.run("wait", "none", "a");
    assertThat(unknown.code()).isEqualTo(4);
    assertThat(unknown.err()).isEqualTo("metasched: none: there is no such path\n");
  }

  @Test
  void logsEndWithZeroWhenAllIsPrintedAndNothingMoreCanBeLookedUp() {
    service.whenOnce("GET /v1/jobs/j-1/parts/0/stdout", 200, "12345");

    var ended = service.run("logs", "j-1");

    assertThat(ended.code()).isZero();
    assertThat(ended.err())
        .isEqualTo("metasched: it is unknown whether stdout is truncated: there is no such path\n");
  }

  @Test
  void logsSayThatOutputIsCutOff() {
    var path = "/v1/jobs/j-1/parts/0/stderr";
    service.when("GET " + path, 200, "12345").when("GET " + path + "?follow=true", 200, "12345");

    for (var more : new String[] {"--part=0", "--follow"}) {
      var ended = service.run("logs", "--stderr", more, "j-1");
      assertThat(ended.code()).isZero();
      assertThat(ended.err())
          .isEqualTo(
              "metasched: stderr is truncated: the job wrote more than the 5 bytes that its machine"
                  + " keeps\n");
    }
  }

  @Test
  void aWebhookIsCreatedListedAndDeleted() throws IOException {
    service
        .when("POST /v1/webhooks", 201, "{\"id\":\"w-1\",\"secret\":\"mst_1\"}")
        .when("DELETE /v1/webhooks/w-1", 200, "{}")
        .when(
            "GET /v1/webhooks",
            200,
            "{\"items\":[{\"id\":\"w-1\",\"url\":\"http://h/\",\"waiting\":2,"
                + "\"transitions\":[\"ended\",\"failed\"]}]}");

    var made = service.run("webhook", "--new=http://h/", "--on=ENDED,failed", "--label=a=b");
    assertThat(made).isEqualTo(new Ended(0, "created webhook w-1\nmst_1\n", ""));
    assertThat(service.sent())
        .isEqualTo(json("{'url':'http://h/','transitions':['ended','failed'],'labels':{'a':'b'}}"));
    assertThat(service.run("webhook").out()).contains("w-1", "http://h/", "ended,failed");
    assertThat(service.run("webhook", "--delete=w-1"))
        .isEqualTo(new Ended(0, "deleted webhook w-1\n", ""));
    var wrong = service.run("submit", "--mail-type=NEVER", "--", "true");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .contains("allowed is some of BEGIN, END, FAIL, REQUEUE, BOOKED and ALL");
  }

  @Test
  void refusalsNameTheOption() {
    var form = "{\"detail\":\"%s is invalid: allowed is another\"}";
    service.when("POST /v1/webhooks", 400, form.formatted("/transitions/0"));
    service.when("POST /v1/jobs", 400, form.formatted("/run/limits/memoryBytes"));
    service.when("POST /v1/estimates", 400, form.formatted("/job/nodes"));
    service.when("PATCH /v1/jobs/a", 400, form.formatted("/other"));

    var said = "metasched: %s is invalid: allowed is another\n";
    assertThat(service.run("webhook", "--new=http://h/"))
        .isEqualTo(new Ended(2, "", said.formatted("--on")));
    assertThat(service.run("submit", "--", "true").err()).isEqualTo(said.formatted("--memory"));
    assertThat(service.run("estimate").err()).isEqualTo(said.formatted("--nodes"));
    assertThat(service.run("change", "a", "--priority=1"))
        .isEqualTo(new Ended(4, "", said.formatted("/other")));
  }

  @Test
  void cancelHasOneLineForEachJob() {
    service.when("POST /v1/jobs/a:cancel", 202, "{\"id\":\"a\",\"state\":\"withdrawn\"}");
    service.when("POST /v1/jobs/b:cancel", 202, "{\"id\":\"b\",\"state\":\"running\"}");

    assertThat(service.run("cancel", "a", "c", "b"))
        .isEqualTo(
            new Ended(
                4, "a is cancelled\nb is being ended\n", "metasched: c: there is no such path\n"));
  }

  @Test
  void whyHasAReasonBeforeTheFirstCycle() {
    var job = "{\"state\":\"waiting\",\"ahead\":1%s}";
    service.when("GET /v1/jobs/a/explanation", 200, job.formatted(""));
    service.when("GET /v1/jobs/b/explanation", 200, job.formatted(",\"reason\":{\"text\":\"so\"}"));
    service.when(
        "GET /v1/arrays/c",
        200,
        "{\"state\":\"waiting\",\"array\":{\"counts\":{\"waiting\":3}},\"reasons\":[]}");

    assertThat(service.run("why", "a").out())
        .isEqualTo("waiting, 1 job ahead: no cycle has considered it yet\n");
    assertThat(service.run("why", "b").out()).isEqualTo("waiting, 1 job ahead: so\n");
    assertThat(service.run("why", "c").out())
        .isEqualTo("3 waiting\nno cycle has considered it yet\n");
  }

  @Test
  void aTokenIsRevokedWithAllThatItMadeOrAlone() {
    service
        .when("DELETE /v1/tokens/t-1", 200, "{}")
        .when("DELETE /v1/tokens/t-2?derived=keep", 200, "{}");

    var said = "revoked token %s; sessions and tokens created with it %s\n";
    assertThat(service.run("token", "--revoke=t-1"))
        .isEqualTo(new Ended(0, said.formatted("t-1", "are revoked, too"), ""));
    assertThat(service.run("token", "--revoke=t-2", "--keep-derived"))
        .isEqualTo(new Ended(0, said.formatted("t-2", "remain valid"), ""));
    assertThat(service.run("token", "--revoke=t-1", "--json")).isEqualTo(new Ended(0, "", ""));
    assertThat(service.run("token", "--revoke=t-1", "--keep-derived").code()).isEqualTo(4);
  }

  @Test
  void aNewTokenIsPrintedAloneAndItsEndBesideIt() {
    var made = "{\"token\":\"mst_1\",\"principal\":\"ben\"%s}";
    service.whenOnce("POST /v1/tokens", 201, made.formatted(",\"expires\":\"2027-01-01T00:00Z\""));
    service.when("POST /v1/tokens", 201, made.formatted(""));

    var said = "metasched: the token of ben is valid until %s\n";
    assertThat(service.run("token", "--new", "--for=ben"))
        .isEqualTo(new Ended(0, "mst_1\n", said.formatted("2027-01-01T00:00Z")));
    assertThat(service.run("token", "--new", "--for=ben"))
        .isEqualTo(new Ended(0, "mst_1\n", said.formatted("it is revoked")));
  }

  @Test
  void aUserOfTheServiceThatThereIsNotIsRefusedInOneLine() {
    var ended = service.run("queue", "--service-user=no-such-user");

    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.err())
        .isEqualTo(
            "metasched: there is no user 'no-such-user' (--service-user,"
                + " METASCHED_SERVICE_USER)\n");
  }

  private static String account(String more) {
    return "{'id':'lab','balance':'5.000','held':'0.000'%s}".formatted(more).replace('\'', '"');
  }

  private static String grant(String next) {
    return (",'grant':{'amount':'6.000','period':'monthly','zone':'UTC','carryOver':false,"
            + "'next':'%s'},'lapsing':[{'amount':'5.000','at':'2999-01-01T00:00:00.000Z'}]")
        .formatted(next);
  }

  @Test
  void anAccountIsShownWithItsGrantAndWhatLapses() throws IOException {
    service
        .when("GET /v1/accounts/lab", 200, account(grant("2999-01-01T00:00:00.000Z")))
        .when("GET /v1/accounts/lab/ledger?limit=1000", 200, "{\"items\":[{\"kind\":\"grant\"}]}");

    assertThat(service.run("account", "lab").out())
        .startsWith(
            """
            account lab: balance 5.000, held 0.000
            lapses 5.000 at 2999-01-01T00:00:00.000Z
            grant 6.000 monthly in UTC, the rest lapses; next 2999-01-01T00:00:00.000Z

            """);
    var shown = JSON.readTree(service.run("account", "lab", "--json").out());
    assertThat(shown.at("/items/0/kind").asText()).isEqualTo("grant");
    assertThat(shown.at("/account/balance").asText()).isEqualTo("5.000");
  }

  @Test
  void aGrantThatIsDueIsPaidAtOnce() {
    service.when("PATCH /v1/accounts/lab", 200, account(grant("2026-11-01T00:00:00.000Z")));

    assertThat(service.run("account", "lab", "--grant=6").out())
        .endsWith("the rest lapses; paid at once for the period from 2026-11-01T00:00:00.000Z\n");
    service.when("PATCH /v1/accounts/lab", 400, "{\"detail\":\"/grant/amount is invalid\"}");
    assertThat(service.run("account", "lab", "--grant=6"))
        .isEqualTo(new Ended(2, "", "metasched: --grant is invalid\n"));
  }

  @Test
  void anAccountIsOpenedWithItsDepositAndLimits() throws IOException {
    service.when("POST /v1/accounts", 201, account(",'limits':{'running':1}"));

    var ended = service.run("account", "lab", "--open", "--deposit=5", "--limit=running=1");

    assertThat(ended)
        .isEqualTo(new Ended(0, "account lab: balance 5.000, held 0.000; limits running=1\n", ""));
    assertThat(service.sent()).isEqualTo(json("{'limits':{'running':1},'id':'lab','deposit':'5'}"));
    assertThat(service.run("account", "--open").err()).contains("the name of an account");
  }

  @Test
  void moneyIsTransferredToAnotherAccount() throws IOException {
    service.when("POST /v1/accounts/lab/transfers", 201, account(""));

    var ended = service.run("account", "lab", "--transfer=5", "--to=field");

    assertThat(ended).isEqualTo(new Ended(0, "account lab: balance 5.000, held 0.000\n", ""));
    assertThat(service.sent()).isEqualTo(json("{'to':'field','amount':'5'}"));
    assertThat(service.run("account", "lab", "--transfer=5").err()).contains("--to");
    assertThat(service.run("account", "lab", "--to=field").err()).contains("--transfer");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "account|lab --deposit=5 --limit=running=1|--deposit: allowed is an amount, with limits or a grant",
        "account|lab --deposit=5 --person-limit=running=1|--deposit",
        "account|lab --deposit=5 --grant=none|--deposit",
        "account|lab --transfer=5 --to=field --open|--transfer: allowed is an amount and --to without",
        "account|lab --transfer=5 --to=field --deposit=5|--transfer",
        "account|lab --transfer=5 --to=field --grant=5|--transfer",
        "account|lab --from=2026-01-01|--grant",
        "account|--from=2026-01-01|--grant",
        "account|--carry-over|--grant",
        "account|--to=field|--transfer",
        "token|--new --revoke=t-1|--revoke",
        "token|--revoke=t-1 --for=ben|--revoke",
        "token|--role=user|token: allowed is --for, --role",
        "token|--keep-derived|--keep-derived"
      })
  void optionsOfSeveralRequestsAreRefusedAndNothingIsSent(
      String command, String words, String option) {
    var ended = service.run(command, words.split(" "));

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).startsWith("metasched: " + option).hasLineCount(1);
    assertThat(service.hasRequests()).isFalse();
  }
}
