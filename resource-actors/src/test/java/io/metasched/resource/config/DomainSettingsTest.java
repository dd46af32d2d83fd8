package io.metasched.resource.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;

final class DomainSettingsTest {

  @Test
  void theReferenceHasAllKeysAndNoOthers() {
    var keys = ConfigFactory.load().getConfig("metasched.resource.domain").root().keySet();

    assertThat(DomainSettings.load())
        .isEqualTo(new DomainSettings(16, 4096, 10_000, 4, 100_000, 0.5))
        .isEqualTo(DomainSettings.read(ConfigFactory.load()));
    assertThat(keys).hasSameSizeAs(DomainSettings.class.getRecordComponents());
  }

  @Test
  void eachBoundIsAtLeastOneAndTheMessageNamesKeyAndValue() {
    for (var key : ConfigFactory.load().getConfig("metasched.resource.domain").root().keySet()) {
      var path = "metasched.resource.domain." + key;
      if (key.equals("whole-list-share")) {
        continue;
      }
      assertThatIllegalArgumentException()
          .isThrownBy(() -> DomainSettings.read(with(path + " = 0")))
          .withMessage("%s must be at least 1, but is 0", path);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> DomainSettings.read(with(path + " = many")))
          .withMessage("%s must be a whole number of an int's range, but is many", path);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DomainSettings.read(ConfigFactory.empty()))
        .withMessageEndingWith("but is missing");
  }

  @Test
  void theShareOfTheListIsANumberFromZeroOn() {
    var path = "metasched.resource.domain.whole-list-share";

    assertThat(DomainSettings.read(with(path + " = Infinity")).wholeListShare()).isInfinite();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DomainSettings.read(with(path + " = -0.5")))
        .withMessage("%s must be at least 0, but is -0.5", path);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DomainSettings.read(with(path + " = half")))
        .withMessage("%s must be a number, but is half", path);
  }

  private static Config with(String line) {
    return ConfigFactory.parseString(line).withFallback(ConfigFactory.load());
  }
}
