package io.metasched.simulation.scenario;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipFile;

/**
 * Search for classes of a jar that name {@code Runtime.halt}, the only call that ends the program
 * without a message and cannot be detected at run time. It reads the constant pools without loading
 * any class.
 */
final class HaltingClasses {
  private static final int MAGIC = 0xCAFEBABE;

  private HaltingClasses() {}

  /** Returns the first class of the jar that refers to {@code Runtime.halt}. */
  static Optional<String> first(Path jar) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      for (var entry : zip.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
        try (var in = new DataInputStream(new BufferedInputStream(zip.getInputStream(entry)))) {
          if (names(in)) {
            return Optional.of(entry.getName().replaceFirst("\\.class$", "").replace('/', '.'));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Returns whether a jar contains an entry; false if the jar cannot be read. */
  static boolean holds(Path jar, String entry) {
    try (var zip = new ZipFile(jar.toFile())) {
      return zip.getEntry(entry) != null;
    } catch (IOException unreadable) {
      return false;
    }
  }

  /**
   * Pair of indexes of other constants, which is a reference to a method, or a name with a type.
   */
  private record Pair(int first, int second) {}

  private static boolean names(DataInputStream in) throws IOException {
    if (in.readInt() != MAGIC) {
      return false;
    }
    in.readInt(); // version
    var texts = new TreeMap<Integer, String>();
    var classes = new TreeMap<Integer, Integer>();
    var namesAndTypes = new TreeMap<Integer, Pair>();
    List<Pair> methods = new ArrayList<>();
    int count = in.readUnsignedShort();
    for (int at = 1; at < count; at++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts.put(at, in.readUTF());
        case 7 -> classes.put(at, in.readUnsignedShort());
        case 10, 11 -> methods.add(new Pair(in.readUnsignedShort(), in.readUnsignedShort()));
        case 12 -> namesAndTypes.put(at, new Pair(in.readUnsignedShort(), in.readUnsignedShort()));
        case 5, 6 -> {
          in.readLong();
          at++; // such a constant takes two entries
        }
        case 8, 16, 19, 20 -> in.readUnsignedShort();
        case 15 -> in.skipNBytes(3);
        case 3, 4, 9, 17, 18 -> in.readInt();
        default -> throw new IOException("a class file with constant " + tag);
      }
    }
    return methods.stream()
        .anyMatch(
            method -> {
              var owner = texts.get(classes.getOrDefault(method.first(), 0));
              var name = namesAndTypes.getOrDefault(method.second(), new Pair(0, 0));
              return "java/lang/Runtime".equals(owner) && "halt".equals(texts.get(name.first()));
            });
  }
}
