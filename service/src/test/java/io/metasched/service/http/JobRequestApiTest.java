package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.service.api.JobReader;
import io.metasched.service.run.StagedFile;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Members of a job in requests and answers. */
final class JobRequestApiTest extends OnOneService {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String JOB =
      "{'work':{'duration':'PT10S'},'requires':%s,'run':{'command':['x'],%s}}";

  private static String job(String requires, String run) {
    return JOB.formatted(requires, run).replace('\'', '"');
  }

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text.replace('\'', '"'));
  }

  @Test
  void theAnswerHasWhatIsRequiredInTheWordsOfTheRequest() throws Exception {
    var requires =
        "{'performance':1,'properties':['gpu!=a100','memory!=64'],'domain':'local','node':'local-1'}";
    var run = "'chdir':'/data','warnBeforeEnd':'PT5S','grace':'PT1S','limits':{'memoryBytes':1024}";
    var made = api.call("POST", "/v1/jobs", "user1", job(requires, run));

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().path("requires")).isEqualTo(json(requires));
    assertThat(made.json().path("run")).isEqualTo(json("{'command':['x'],%s}".formatted(run)));
  }

  @Test
  void aJobWithInputOfBothKindsRuns() throws Exception {
    var input = "'chdir':'sub','input':[{'path':'a','text':'é'},{'path':'sub/b','base64':'/wA='}]";
    var id = api.submit("user1", job("{'node':'local-1','performance':1}", input));
    var run = api.prepared(id);

    assertThat(run.chdir()).hasValue("sub");
    assertThat(run.input())
        .containsExactly(new StagedFile("a", "é", false), new StagedFile("sub/b", "/wA=", true));
    assertThat(run.input().get(1).bytes()).containsExactly(0xFF, 0);
  }

  @Test
  void theFormerWordForPropertiesIsStillRead() throws Exception {
    var body = json(job("{'labels':{'ssd':'','gpu':'a100'}}", "'grace':'PT1S'"));

    assertThat(
            JobReader.read(body, Optional.of("user1"), Duration.ofSeconds(1))
                .spec()
                .requirements()
                .properties())
        .containsExactly("gpu=a100", "ssd");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'properties':['a b']}|'grace':'PT1S'|/requires/properties/0",
        "{'properties':'ssd'}|'grace':'PT1S'|/requires/properties",
        "{'properties':['memory>=x']}|'grace':'PT1S'|/requires/properties/0",
        "{'node':'a b'}|'grace':'PT1S'|/requires/node",
        "{}|'chdir':''|/run/chdir",
        "{}|'chdir':'a\\u0000'|/run/chdir",
        "{}|'input':[{'path':'a'}]|/run/input/0/text",
        "{}|'input':[{'path':'a','base64':'*'}]|/run/input/0/base64",
        "{}|'input':[{'path':'a','base64':'YQ=='},{'path':'b','base64':1}]|/run/input/1/base64",
        "{}|'input':[{'path':'a','base64':'','text':''}]|/run/input/0/base64",
        "{}|'input':[{'path':'a','text':'\\ud800'}]|/run/input/0/text",
        "{}|'environment':{'A':'\\udc00'}|/run/environment/A"
      })
  void faultsAreNamedWithTheirPointers(String requires, String run, String pointer)
      throws Exception {
    var answer = api.call("POST", "/v1/jobs", "user1", job(requires, run));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("/errors/0/pointer").asText()).isEqualTo(pointer);
  }

  private static String after(String jobs) {
    return "{'work':{'duration':'PT10S'},'after':[%s],'run':{'command':['x']}}"
        .formatted(jobs)
        .replace('\'', '"');
  }

  @Test
  void jobRunsAfterTheJobThatItDependsOn() throws Exception {
    var first = api.submit("user1", job("{}", "'grace':'PT1S'"));
    var then = api.submit("user1", after("{'job':'%s'}".formatted(first)));
    var other = api.submit("user1", after("{'job':'%s','outcome':'failed'}".formatted(first)));

    assertThat(api.outcome(then).path("state").asText()).isEqualTo("finished");
    var before = api.outcome(first);
    var after = api.outcome(then);
    assertThat(after.path("after"))
        .isEqualTo(json("[{'job':'%s','outcome':'ok'}]".formatted(first)));
    assertThat(after.at("/times/started").asText())
        .isGreaterThanOrEqualTo(before.at("/times/ended").asText());
    var refused = api.outcome(other);
    assertThat(refused.path("state").asText()).isEqualTo("refused");
    assertThat(refused.at("/reason/code").asText()).isEqualTo("dependency-missed");
    assertThat(refused.at("/reason/text").asText())
        .isEqualTo("it runs only if job %s fails, but that job is finished".formatted(first));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'job':'x'} | 422 | dependency-unknown",
        "{'job':'x','outcome':'later'} | 400 | ",
        "{'outcome':'ok'} | 400 | "
      })
  void dependencyOnNothingIsRefused(String dependency, int status, String code) throws Exception {
    var answer = api.call("POST", "/v1/jobs", "user1", after(dependency));

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().at("/reason/code").asText()).isEqualTo(code == null ? "" : code);
  }

  @Test
  void anEstimateNeedsNoCommandAlsoWithVariables() throws Exception {
    var job = "{\"job\":{\"work\":{\"duration\":\"PT10S\"},\"run\":%s}}";

    for (var run : new String[] {"{\"environment\":{\"A\":\"b\"}}", "{}", "null"}) {
      var answer = api.call("POST", "/v1/estimates", "user1", job.formatted(run));
      assertThat(answer.status()).as(run).isEqualTo(200);
    }
  }
}
