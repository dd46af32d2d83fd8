package io.metasched.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.metascheduler.fixture.ShippedParts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Completeness of NOTICE for the libraries of the jar. */
final class NoticeTest {
  @Test
  void everyLibraryOfTheJarIsInNoticeWithTheTextOfItsLicence() throws Exception {
    var parts = new ShippedParts(Path.of("target/classes"));
    var list = parts.list("metasched");
    assumeTrue(list.isPresent(), "only Maven makes the list, where it is online");

    assertThat(list.get()).hasSizeGreaterThan(20);
    assertThat(parts.unnamed(list.get())).isEmpty();
  }
}
