package io.metasched.service.run;

import io.metasched.metascheduler.program.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;

/** SHA-256 of a spec: each text preceded by its length, in a fixed order. */
final class SpecDigest {
  private final MessageDigest digest = Sha256.digest();

  private SpecDigest() {}

  static String of(RunSpec spec) {
    var digest = new SpecDigest();
    digest.add(spec.id().toString());
    digest.add(spec.node());
    digest.count(spec.command().size());
    spec.command().forEach(digest::add);
    digest.count(spec.environment().size());
    spec.environment()
        .forEach(
            (name, value) -> {
              digest.add(name);
              digest.add(value);
            });
    digest.count(spec.input().size());
    for (var file : spec.input()) {
      digest.add(file.path());
      digest.add(file.bytes());
    }
    digest.add(spec.windowStart().toString());
    digest.add(spec.windowEnd().toString());
    digest.add(spec.grace().toString());
    digest.add(spec.warnBeforeEnd().map(Duration::toString).orElse(""));
    digest.add(spec.limits().toString());
    digest.add(spec.account());
    spec.chdir().ifPresent(digest::add); // last, so that specs without chdir keep their digest
    return HexFormat.of().formatHex(digest.digest.digest());
  }

  private void add(String text) {
    add(text.getBytes(StandardCharsets.UTF_8));
  }

  private void add(byte[] bytes) {
    count(bytes.length);
    digest.update(bytes);
  }

  private void count(int number) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, number));
  }
}
