package io.metasched.service.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Criterion;
import io.metasched.service.book.DrainMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies of requests and the API description. */
final class RequestsTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String JOB = "{'work':{'duration':'PT1S'},'run':{'command':['x']}%s}";

  private static JsonNode json(String text) throws JsonProcessingException {
    return JSON.readTree(text.replace('\'', '"'));
  }

  private static JsonNode errors(JsonNode body, Class<?> type) {
    var problem = catchThrowableOfType(Problem.class, () -> Requests.read(body, type));
    assertThat(problem.type()).isEqualTo(ProblemType.INVALID_REQUEST);
    return problem.json("").path("errors");
  }

  @Test
  void absentMembersAndMembersThatAreNullHaveTheirDefaults() throws JsonProcessingException {
    var absent = Requests.read(json(JOB.formatted("")), JobRequest.class);
    var nulls =
        json(JOB.formatted(",'name':null,'nodes':null,'requires':null,'start':{'at':null}"));

    assertThat(Requests.read(nulls, JobRequest.class)).isEqualTo(absent);
    assertThat(absent.name()).isEqualTo("job");
    assertThat(absent.nodes()).isEqualTo(1);
    assertThat(absent.criterion()).isEqualTo(Criterion.START);
    assertThat(absent.run().grace()).isEqualTo(Duration.ofSeconds(5));
    assertThat(absent.requires().properties()).isEmpty();
    assertThat(absent.account()).isEmpty();
    assertThat(DrainRequest.read(json("{'reason':' x '}")))
        .isEqualTo(new DrainRequest(DrainMode.SELL_NOTHING, "x"));
    assertThat(WhatIfRequest.last(Optional.empty())).isEqualTo(Duration.ofDays(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'nodes':0 | /nodes is invalid: allowed is a whole number from 1 to 10000, given was '0'",
        "'nodes':1.0 | /nodes is invalid: allowed is a whole number from 1 to 10000, given was"
            + " '1.0'",
        "'nodes':[1] | /nodes is invalid: allowed is a whole number from 1 to 10000, given was 'a"
            + " list of 1'",
        "'name':{} | /name is invalid: allowed is a text of at most 128 characters, given was '{}'",
        "'criterion':'x' | /criterion is invalid: allowed is one of [cost, energy, finish,"
            + " proctime, runtime, start], given was 'x'",
        "'work':{'duration':'PT0S'} | /work/duration is invalid: allowed is a duration from"
            + " PT0.001S to PT8784H, such as \"PT1H30M\", given was 'PT0S'",
        "'budget':{'total':'1\\n"
            + "'} | /budget/total is invalid: allowed is an amount as a text, such as \"12.500\", up to 999999999999999.999,"
            + " given was '1\\n"
            + "'",
        "'start':{'at':'now'} | /start/at is invalid: allowed is a time in UTC, such as"
            + " \"2026-12-01T18:00:00Z\", given was 'now'",
        "'labels':{'a b':'c'} | /labels is invalid: allowed is a text as [A-Za-z0-9._/-]{1,63},"
            + " given was 'a b'",
        "'labels':{'a':null} | /labels/a is invalid: allowed is a text, given was 'null'",
        "'start':{'x':1} | /start/x is unknown: allowed is at, notBefore, deadline, given was '1'",
        "'run':null | /run is missing: allowed is an object, given was 'nothing'"
      })
  void aFaultNamesThePlaceTheAllowedValuesAndTheGivenOne(String member, String detail)
      throws JsonProcessingException {
    var body = json("{%s}".formatted(member));
    if (!body.has("work")) {
      ((ObjectNode) body).set("work", json("{'volume':1}"));
    }
    var problem = catchThrowableOfType(Problem.class, () -> Requests.read(body, JobRequest.class));

    assertThat(problem.getMessage()).isEqualTo(detail.replace("\\n", "\n"));
  }

  @Test
  void anAnswerHasABoundedNumberOfFaultsOfBoundedLength() {
    var body = JSON.createObjectNode();
    body.put("x".repeat(100_000), "y".repeat(100_000));
    for (int i = 0; i < 100_000; i++) {
      body.put("a" + i, 1);
    }

    var errors = errors(body, JobRequest.class);

    assertThat(errors).hasSize(20);
    assertThat(errors.toString()).hasSizeLessThan(20 * 400);
  }

  @Test
  void theTextsOfAMemberHaveAHighestTotalLength() throws JsonProcessingException {
    var body = json(JOB.formatted(""));
    for (int each : List.of(32_768, 32_769)) {
      var environment = body.withObject("/run/environment");
      environment.put("A", "x".repeat(each - 1)).put("B", "x".repeat(65_536 - 32_768 - 1));
      if (each == 32_768) {
        assertThat(Requests.read(body, JobRequest.class).run().environment()).hasSize(2);
      } else {
        assertThat(errors(body, JobRequest.class).get(0).toString())
            .contains("/run/environment", "is too long", "65536 characters in total");
      }
    }
  }

  @Test
  void onlyAChangeOfAJobTellsNullFromAbsent() throws JsonProcessingException {
    assertThat(ChangeRequest.read(json("{'labels':{}}"), Optional.empty()).limits()).isEmpty();
    assertThat(ChangeRequest.read(json("{'budget':null}"), Optional.empty()).limits()).isPresent();
    assertThat(ChangeRequest.read(json("{'deadline':null}"), Optional.empty()).limits())
        .isPresent();
  }
}
