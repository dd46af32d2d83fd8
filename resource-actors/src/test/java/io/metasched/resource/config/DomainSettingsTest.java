package io.metasched.resource.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DomainSettingsTest {

  private static final String SHORT_LIST = "metasched.resource.domain.short-list";
  private static final List<String> FROM_ZERO_ON = List.of("whole-list-share", "short-list");

  @Test
  void theReferenceHasAllKeysAndNoOthers() {
    var keys = ConfigFactory.load().getConfig("metasched.resource.domain").root().keySet();

    assertThat(DomainSettings.load())
        .isEqualTo(new DomainSettings(16, 4096, 10_000, 4, 100_000, 0.1, 128))
        .isEqualTo(DomainSettings.read(ConfigFactory.load()));
    assertThat(keys).hasSameSizeAs(DomainSettings.class.getRecordComponents());
  }

  @Test
  void eachBoundIsAtLeastOneAndTheMessageNamesKeyAndValue() {
    for (var key : ConfigFactory.load().getConfig("metasched.resource.domain").root().keySet()) {
      var path = "metasched.resource.domain." + key;
      if (FROM_ZERO_ON.contains(key)) {
        continue;
      }
      assertThatIllegalArgumentException()
          .isThrownBy(() -> DomainSettings.read(with(path + " = 0")))
          .withMessage("%s must be at least 1, but is 0", path);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> DomainSettings.read(with(path + " = many")))
          .withMessage("%s must be a whole number in the range of an int, but is many", path);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DomainSettings.read(ConfigFactory.empty()))
        .withMessageEndingWith("but is missing");
  }

  @Test
  void theLengthOfAShortListIsSetFromZeroOn() {
    var path = "metasched.resource.domain.whole-list-share";

    assertThat(DomainSettings.read(with(path + " = Infinity")).wholeListShare()).isInfinite();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DomainSettings.read(with(path + " = -0.5")))
        .withMessage("%s must be at least 0, but is -0.5", path);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DomainSettings.read(with(path + " = half")))
        .withMessage("%s must be a number, but is half", path);
    assertThat(DomainSettings.read(with(SHORT_LIST + " = 0")).shortList()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DomainSettings.read(with(SHORT_LIST + " = -1")))
        .withMessage("%s must be at least 0, but is -1", SHORT_LIST);
  }

  private static Config with(String line) {
    return ConfigFactory.parseString(line).withFallback(ConfigFactory.load());
  }
}
