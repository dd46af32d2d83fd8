package io.metasched.service.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceSettingsTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "8, 7", "64, 16"})
  void oneProcessorIsLeftToWhoeverAsks(int processors, int threads) {
    assertThat(ServiceSettings.plannerThreads(processors)).isEqualTo(threads);
  }
}
