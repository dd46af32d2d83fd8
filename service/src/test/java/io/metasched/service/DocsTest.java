package io.metasched.service;

import static io.metasched.resource.fixture.MadeDocs.code;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.fixture.MadeDocs;
import io.metasched.service.agent.process.BatchOutcome;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobState;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.metrics.ServiceMetric;
import io.metasched.service.run.JobVariable;
import io.metasched.service.run.Silence;
import io.metasched.service.site.TakenSpan;
import io.metasched.service.site.slurm.SiteJobState;
import io.metasched.service.slurm.SlurmCommand;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sections of the docs that are made from the metrics, states and reasons of a service. */
final class DocsTest {
  @Test
  void theMetricsAndOutcomesAreTheDeclaredOnes() throws IOException {
    var rows =
        Stream.of(ServiceMetric.values())
            .map(
                each ->
                    List.of(
                        code(name(each)),
                        each.type().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        each.labels().stream()
                            .map(MadeDocs::code)
                            .collect(Collectors.joining(", ")),
                        each.description()))
            .toList();

    MadeDocs.hold(
        "docs/agents.md",
        Map.of(
            "metrics", MadeDocs.table(List.of("metric", "type", "labels", "meaning"), rows),
            "batch jobs", batchJobs(),
            "site reasons", siteReasons()));
  }

  @Test
  void theStatesAndReasonsAreTheDeclaredOnes() throws IOException {
    MadeDocs.hold(
        "docs/service.md",
        Map.of(
            "states", states(),
            "variables", variables(),
            "silence", silence(),
            "drain", drain(),
            "reasons refused", reasons(ReasonCode::whenRefused),
            "reasons waiting", reasons(ReasonCode::whenWaiting),
            "reasons ended", reasons(ReasonCode::whenEnded)));
  }

  @Test
  void theOptionsOfSlurmsCommandsAreTheDeclaredOnes() throws IOException {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    for (var command : SlurmCommand.values()) {
      sections.put(command.label(), options(command));
    }
    MadeDocs.hold("docs/tutorials/slurm-commands.md", sections);
  }

  private static List<String> options(SlurmCommand command) {
    var rows =
        command.options().options().stream()
            .map(
                each ->
                    List.of(
                        code(
                            (each.letter().isEmpty() ? "" : "-" + each.letter() + ", ")
                                + each.written()),
                        each.use().label(),
                        each.meaning()))
            .toList();
    return MadeDocs.table(List.of("option", "is", "meaning or reason"), rows);
  }

  @ParameterizedTest
  @EnumSource
  void eachRefusalOfTheSchedulerIsExplained(RefusalReason reason) {
    // the service has no limit of cycles, and plans dependencies and workflows itself
    if (!List.of(RefusalReason.NO_WINDOW, RefusalReason.PRECEDING, RefusalReason.WORKFLOW)
        .contains(reason)) {
      assertThat(ReasonCode.valueOf(reason.name()).whenRefused()).isPresent();
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachPostponementOfTheSchedulerIsExplained(PostponeReason reason) {
    if (!List.of(PostponeReason.NO_PLAN, PostponeReason.PREDECESSOR).contains(reason)) {
      assertThat(ReasonCode.valueOf(reason.name()).whenWaiting()).isPresent();
    }
  }

  private static String name(ServiceMetric metric) {
    var name = new PrometheusNamingConvention().name(metric.key(), metric.type());
    return metric.type() == Meter.Type.COUNTER ? name + "_total" : name;
  }

  private static List<String> states() {
    var rows =
        Stream.of(JobState.values())
            .map(
                each ->
                    List.of(
                        code(each.label()),
                        each.meaning(),
                        each == JobState.WAITING
                            ? "submission, " + labels(other -> other.mayBecome(each))
                            : labels(other -> other.mayBecome(each)),
                        each.isFinal() ? "-" : labels(each::mayBecome),
                        each.charged()))
            .toList();
    return MadeDocs.table(List.of("state", "meaning", "from", "to", "charged"), rows);
  }

  private static List<String> variables() {
    var rows =
        Stream.of(JobVariable.values())
            .map(each -> List.of(code(each.key()), each.meaning()))
            .toList();
    return MadeDocs.table(List.of("variable", "content"), rows);
  }

  private static List<String> siteReasons() {
    var rows =
        Stream.of(TakenSpan.Reason.values())
            .map(each -> List.of(code(each.label()), each.meaning()))
            .toList();
    return MadeDocs.table(List.of("reason", "meaning"), rows);
  }

  private static List<String> silence() {
    var rows =
        Stream.of(Silence.Cause.values())
            .map(each -> List.of(code(each.label()), each.meaning()))
            .toList();
    return MadeDocs.table(List.of("state", "meaning"), rows);
  }

  private static List<String> drain() {
    var rows =
        Stream.of(DrainMode.values())
            .map(each -> List.of(code(each.label()), each.ofBooked(), each.ofRunning()))
            .toList();
    return MadeDocs.table(List.of("`--mode`", "booked, not begun", "running"), rows);
  }

  private static List<String> batchJobs() {
    var states =
        Stream.of(SiteJobState.values())
            .collect(
                Collectors.groupingBy(BatchOutcome::of, LinkedHashMap::new, Collectors.toList()));
    var rows =
        states.entrySet().stream()
            .map(
                each ->
                    List.of(
                        each.getValue().stream()
                            .map(SiteJobState::name)
                            .collect(Collectors.joining(", ")),
                        each.getKey().before().meaning(),
                        each.getKey().after().meaning(),
                        each.getKey().fault().label()))
            .toList();
    return MadeDocs.table(
        List.of("state in Slurm", "not started", "started, no `exit`", "because of"), rows);
  }

  private static String labels(Predicate<JobState> wanted) {
    return Stream.of(JobState.values())
        .filter(wanted)
        .map(each -> code(each.label()))
        .collect(Collectors.joining(", "));
  }

  private static List<String> reasons(Function<ReasonCode, Optional<String>> meaning) {
    var rows =
        Stream.of(ReasonCode.values())
            .flatMap(
                each -> meaning.apply(each).map(text -> List.of(code(each.label()), text)).stream())
            .toList();
    return MadeDocs.table(List.of("code", "meaning"), rows);
  }
}
