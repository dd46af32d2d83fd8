package io.metasched.service.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alert rules and dashboard in conf/monitoring. */
final class MonitoringFilesTest {
  private static final Path FILES = Path.of("../conf/monitoring");

  /** Metrics that a service exports after it has had an agent, or has refused a placement. */
  private static final Map<String, Set<String>> LATER =
      Map.of(
          "metasched_clock_offset_seconds", Set.of("node"),
          "metasched_placements_refused_total", Set.of("reason"));

  /** Labels that Prometheus adds. */
  private static final List<String> ADDED = List.of("instance", "job");

  private static final Pattern SELECTOR =
      Pattern.compile("\\b((?:metasched|jvm|disk)_\\w+)(\\{[^}]*\\})?");
  private static final Pattern LABEL = Pattern.compile("(\\w+)(?:=~|!=|!~|=)\"");
  private static final Pattern GROUPS = Pattern.compile("by \\(([^)]*)\\)");

  @TempDir private Path folder;

  /** Query with the labels that its legend shows. */
  private record Query(String text, String legend) {}

  private static List<Query> queries() throws IOException {
    var queries = new ArrayList<Query>();
    Files.readString(FILES.resolve("alerts.yml"))
        .lines()
        .filter(line -> line.strip().startsWith("expr:"))
        .forEach(line -> queries.add(new Query(line, "")));
    var dashboard = new ObjectMapper().readTree(FILES.resolve("dashboard.json").toFile());
    for (var target : dashboard.findValues("targets")) {
      for (var each : target) {
        queries.add(new Query(each.get("expr").asText(), each.get("legendFormat").asText()));
      }
    }
    return queries;
  }

  /** Returns the labels of the exported metrics. */
  private static Map<String, Set<String>> exported(String exposition) {
    var found = new TreeMap<String, Set<String>>();
    LATER.forEach((name, labels) -> found.put(name, new TreeSet<>(labels)));
    exposition
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              var labels =
                  found.computeIfAbsent(line.replaceFirst("[{ ].*", ""), name -> new TreeSet<>());
              LABEL.matcher(line).results().forEach(label -> labels.add(label.group(1)));
            });
    return found;
  }

  @Test
  void aServiceExportsAllMetricsOfTheFilesWithTheirLabels() throws Exception {
    try (var api = new TestedApi(folder)) {
      api.outcome(api.submit("user1", TestedApi.SMALL.formatted("x")));
      var later = TestedApi.SMALL.replace("{\"work", "{\"nodes\":4,\"work");
      var booked = api.submit("user1", later.formatted("hang").replace("10S", "10M"));
      api.when(booked, "running");
      var exported = exported(api.call("GET", "/metrics", "admin", "").response().body());

      for (var query : queries()) {
        var used = new TreeSet<String>();
        GROUPS.matcher(query.text()).results().forEach(g -> used.addAll(words(g.group(1))));
        used.addAll(words(query.legend().contains("{{") ? query.legend() : ""));
        SELECTOR
            .matcher(query.text())
            .results()
            .forEach(
                metric -> {
                  assertThat(exported).as(query.text()).containsKey(metric.group(1));
                  var labels = new TreeSet<>(used);
                  LABEL
                      .matcher(String.valueOf(metric.group(2)))
                      .results()
                      .forEach(label -> labels.add(label.group(1)));
                  labels.removeAll(ADDED);
                  assertThat(exported.get(metric.group(1))).as(query.text()).containsAll(labels);
                });
      }
    }
  }

  private static List<String> words(String text) {
    return Stream.of(text.split("\\W+")).filter(word -> !word.isEmpty()).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"check rules alerts.yml", "test rules alerts-test.yml"})
  void theAlertRulesFireWhenTheyMust(String arguments) throws Exception {
    assumeThat(Path.of("/usr/bin/promtool")).as("Debian's package prometheus").isExecutable();
    var command = new ArrayList<>(List.of("/usr/bin/promtool"));
    command.addAll(List.of(arguments.split(" ")));
    var process =
        new ProcessBuilder(command).directory(FILES.toFile()).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
  }
}
