package io.metasched.service;

import static io.metasched.resource.fixture.MadeDocs.code;

import io.metasched.resource.fixture.MadeDocs;
import io.metasched.service.metrics.ServiceMetric;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sections of the docs that are made from the metrics of a service. */
final class DocsTest {
  @Test
  void theMetricsAreTheDeclaredOnes() throws IOException {
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
        "docs/service.md",
        Map.of("metrics", MadeDocs.table(List.of("metric", "type", "labels", "meaning"), rows)));
  }

  private static String name(ServiceMetric metric) {
    var name = new PrometheusNamingConvention().name(metric.key(), metric.type());
    return metric.type() == Meter.Type.COUNTER ? name + "_total" : name;
  }
}
