package io.metasched.resource.broker.xml;

import java.io.BufferedInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reader of a file of records: a root element whose children are records, each with fields that
 * have text. The file is read as a stream, within limits, without a DTD, and without entities
 * except the predefined ones of XML. Confined to one thread.
 */
final class XmlRecords {
  private final Path file;
  private final String root;
  private final String record;
  private final XmlLimits limits;
  private int elements;

  /**
   * @param root name of the root element
   * @param record name of the children of the root
   */
  XmlRecords(Path file, String root, String record, XmlLimits limits) {
    this.file = file;
    this.root = root;
    this.record = record;
    this.limits = limits;
  }

  /**
   * Reads all records.
   *
   * @throws XmlFileException if the file is missing, invalid, or too large
   */
  void read(FieldSet fields, Consumer<XmlRecord> records) {
    try (var in = new CountedInput(open(), limits.mostBytes())) {
      read(in, fields, records);
    } catch (CountedInput.TooLongException e) {
      throw tooLong();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private InputStream open() throws IOException {
    try {
      return new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    } catch (NoSuchFileException e) {
      throw new XmlFileException("there is no file " + file);
    }
  }

  private void read(InputStream in, FieldSet fields, Consumer<XmlRecord> records) {
    try {
      var reader = factory().createXMLStreamReader(in);
      next(reader);
      expect(reader, root);
      while (nextTag(reader) == XMLStreamConstants.START_ELEMENT) {
        expect(reader, record);
        records.accept(readRecord(reader, fields));
      }
      next(reader); // only comments may follow
    } catch (XMLStreamException e) {
      throw notXml(e);
    }
  }

  /**
   * Returns the parser of the JDK, so that libraries cannot substitute a parser with other
   * defaults.
   */
  private static XMLInputFactory factory() {
    var factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    return factory;
  }

  private XmlRecord readRecord(XMLStreamReader reader, FieldSet fields) throws XMLStreamException {
    var values = new XmlRecord(file, record, line(reader), fields);
    while (nextTag(reader) == XMLStreamConstants.START_ELEMENT) {
      var name = element(reader);
      int line = line(reader);
      values.put(name, line, text(reader, name));
    }
    values.requireAll();
    return values;
  }

  private String text(XMLStreamReader reader, String name) throws XMLStreamException {
    var text = new StringBuilder();
    for (int event = next(reader); event != XMLStreamConstants.END_ELEMENT; event = next(reader)) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        throw at(
            line(reader), "%s may have no elements, but has %s".formatted(name, element(reader)));
      }
      text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
      if (text.length() > limits.mostText()) {
        throw at(
            line(reader), "%s may have at most %d characters".formatted(name, limits.mostText()));
      }
    }
    return text.toString().strip();
  }

  /** Returns the next start or end of an element; only white space may precede it. */
  private int nextTag(XMLStreamReader reader) throws XMLStreamException {
    int event = next(reader);
    while (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
      if (!reader.isWhiteSpace()) {
        throw at(line(reader), "there may be no text outside the fields of a " + record);
      }
      event = next(reader);
    }
    return event;
  }

  /** Returns the next event that is not a comment. */
  private int next(XMLStreamReader reader) throws XMLStreamException {
    while (reader.hasNext()) {
      int event = reader.next();
      switch (event) {
        case XMLStreamConstants.DTD -> throw at(line(reader), "a DTD is not allowed");
        case XMLStreamConstants.ENTITY_REFERENCE ->
            throw at(line(reader), "entities other than those of XML are not allowed");
        case XMLStreamConstants.COMMENT,
            XMLStreamConstants.PROCESSING_INSTRUCTION,
            XMLStreamConstants.SPACE -> {}
        default -> {
          return event;
        }
      }
    }
    return XMLStreamConstants.END_DOCUMENT;
  }

  private void expect(XMLStreamReader reader, String name) {
    var given = element(reader);
    if (!given.equals(name)) {
      throw at(line(reader), "expected element %s, but found %s".formatted(name, given));
    }
  }

  private String element(XMLStreamReader reader) {
    elements++;
    if (elements > limits.mostElements()) {
      throw at(line(reader), "more than %d elements".formatted(limits.mostElements()));
    }
    if (reader.getAttributeCount() > 0) {
      var name = reader.getLocalName();
      throw at(line(reader), "%s may have no attributes".formatted(XmlRecord.quoted(name)));
    }
    return reader.getLocalName();
  }

  private static int line(XMLStreamReader reader) {
    return reader.getLocation().getLineNumber();
  }

  private XmlFileException at(int line, String what) {
    return new XmlFileException("%s:%d: %s".formatted(file, line, what));
  }

  private XmlFileException tooLong() {
    return new XmlFileException(
        "%s is too large: at most %d bytes are read".formatted(file, limits.mostBytes()));
  }

  private XmlFileException unreadable(IOException e) {
    return new XmlFileException("%s cannot be read: %s".formatted(file, e.getMessage()));
  }

  private XmlFileException notXml(XMLStreamException e) {
    if (e.getNestedException() instanceof CountedInput.TooLongException) {
      return tooLong();
    }
    if (e.getNestedException() instanceof IOException failed
        && !(failed instanceof CharConversionException)) {
      return unreadable(failed);
    }
    int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
    var last = String.valueOf(e.getMessage()).lines().reduce("", (before, next) -> next);
    var why = last.replaceFirst("^Message: ", "").strip();
    return at(line, "this is not well-formed XML: " + why);
  }
}
