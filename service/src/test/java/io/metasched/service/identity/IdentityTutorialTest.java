package io.metasched.service.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Table of attacks of the tutorial: each named test exists. */
class IdentityTutorialTest {
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)#(\\w+)` \\|");

  private static Class<?> type(String name) {
    for (var part : List.of("identity.", "identity.remote.", "http.")) {
      try {
        return Class.forName("io.metasched.service." + part + name);
      } catch (ClassNotFoundException e) { // perhaps of the next package
      }
    }
    throw new AssertionError("there is no " + name);
  }

  @Test
  void everyAttackIsTriedByItsTest() throws IOException {
    var page = Files.readString(Path.of("../docs/tutorials/identity.md"));
    var named = NAMED.matcher(page).results().toList();

    assertThat(named).hasSizeGreaterThan(30);
    for (var each : named) {
      assertThat(Arrays.stream(type(each.group(1)).getDeclaredMethods()).toList())
          .as(each.group())
          .anyMatch(
              method ->
                  method.getName().equals(each.group(2))
                      && Arrays.stream(method.getAnnotations())
                          .anyMatch(mark -> mark.annotationType().getName().endsWith("Test")));
    }
  }
}
