package dev.drover.api;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.YamlUnicodeReader;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Reads the documents of a YAML stream as JSON trees.
///
/// Anchors are allowed within limits: what they repeat is counted as if it had been written out, so
/// that a small file cannot grow into a huge one. Error messages name the line and never show
/// content.
final class YamlReader {
  private static final int MAX_REPEATED_NODES = 100_000;
  private static final String MERGE = "<<";

  private final String source;
  private final Iterator<Event> events;
  private final Map<String, Anchored> anchors = new HashMap<>();
  private final int maxDepth;
  private int depth;
  private int nodes;
  private int repeated;

  private record Anchored(@Nullable Object tree, int nodes) {}

  /// A reader of UTF-8; `source` is what error messages call it.
  YamlReader(InputStream in, String source, DecodeLimits limits) {
    this.source = source;
    this.maxDepth = limits.maxDepth();
    LoadSettings settings =
        LoadSettings.builder().setLabel(source).setCodePointLimit(limits.maxObjectBytes()).build();
    this.events = new ParserImpl(settings, new StreamReader(settings, new YamlUnicodeReader(in)));
  }

  /// The next document that is not empty; empty at the end of the stream.
  Optional<Object> next() {
    try {
      while (events.hasNext()) {
        if (events.next() instanceof DocumentStartEvent) {
          anchors.clear();
          Object tree = node(events.next());
          if (tree != null) {
            return Optional.of(tree);
          }
        }
      }
      return Optional.empty();
    } catch (MarkedYamlEngineException e) {
      throw failure(e.getProblemMark(), e.getProblem());
    } catch (YamlEngineException e) {
      throw new DecodeException(source + ": " + e.getMessage());
    }
  }

  private @Nullable Object node(Event event) {
    nodes++;
    int before = nodes;
    Object tree =
        switch (event) {
          case ScalarEvent scalar -> scalar(scalar);
          case MappingStartEvent mapping -> nested(mapping, this::mapping);
          case SequenceStartEvent sequence -> nested(sequence, this::sequence);
          case AliasEvent alias -> alias(alias);
          default -> throw failure(event.getStartMark(), "unexpected " + event.getEventId());
        };
    if (event instanceof NodeEvent anchored
        && !(event instanceof AliasEvent)
        && anchored.getAnchor().isPresent()) {
      anchors.put(anchored.getAnchor().get().getValue(), new Anchored(tree, nodes - before + 1));
    }
    return tree;
  }

  private Object nested(Event event, Supplier<Object> read) {
    if (++depth > maxDepth) {
      throw failure(event.getStartMark(), "nested deeper than " + maxDepth + " levels");
    }
    Object tree = read.get();
    depth--;
    return tree;
  }

  private @Nullable Object alias(AliasEvent alias) {
    Anchored anchored = anchors.get(alias.getAlias().getValue());
    if (anchored == null) {
      throw failure(alias.getStartMark(), "the anchor is not defined before this place");
    }
    repeated += anchored.nodes();
    nodes += anchored.nodes(); // so that anchors around aliases count what those repeat
    if (repeated > MAX_REPEATED_NODES) {
      throw failure(
          alias.getStartMark(), "aliases repeat more than " + MAX_REPEATED_NODES + " values");
    }
    return anchored.tree();
  }

  private @Nullable Object scalar(ScalarEvent scalar) {
    String tag = scalar.getTag().orElse("");
    String text = scalar.getValue();
    try {
      return switch (tag) {
        case "" -> scalar.isPlain() ? YamlScalar.resolve(text) : text;
        case "!", "tag:yaml.org,2002:str" -> text;
        case "tag:yaml.org,2002:null",
            "tag:yaml.org,2002:bool",
            "tag:yaml.org,2002:int",
            "tag:yaml.org,2002:float" ->
            YamlScalar.resolve(text);
        default -> throw new IllegalArgumentException("the tag " + tag + " is not supported");
      };
    } catch (IllegalArgumentException e) {
      throw failure(scalar.getStartMark(), String.valueOf(e.getMessage()));
    }
  }

  private Object sequence() {
    List<@Nullable Object> items = new ArrayList<>();
    for (Event event = events.next(); !(event instanceof SequenceEndEvent); event = events.next()) {
      items.add(node(event));
    }
    return Collections.unmodifiableList(items);
  }

  private Object mapping() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    Map<String, @Nullable Object> merged = new LinkedHashMap<>();
    for (Event event = events.next(); !(event instanceof MappingEndEvent); event = events.next()) {
      if (!(event instanceof ScalarEvent key)) {
        throw failure(event.getStartMark(), "a key must be a single word or text");
      }
      if (key.isPlain() && key.getValue().equals(MERGE)) {
        merge(merged, node(events.next()), event);
        continue;
      }
      String name = name(key);
      if (members.containsKey(name)) {
        throw failure(event.getStartMark(), "the key '" + name + "' is there twice");
      }
      members.put(name, node(events.next()));
    }
    merged.forEach(members::putIfAbsent);
    return Collections.unmodifiableMap(members);
  }

  private void merge(Map<String, @Nullable Object> merged, @Nullable Object tree, Event at) {
    switch (tree) {
      case Map<?, ?> map ->
          map.forEach((name, value) -> merged.putIfAbsent(String.valueOf(name), value));
      case List<?> list -> list.forEach(item -> merge(merged, item, at));
      case null, default ->
          throw failure(at.getStartMark(), "<< needs a mapping, or a list of them");
    }
  }

  /// JSON has only text for keys; a number or a truth value is one that was not quoted.
  private String name(ScalarEvent key) {
    Object value = scalar(key);
    return value == null ? "null" : String.valueOf(value);
  }

  private DecodeException failure(Optional<Mark> mark, @Nullable String problem) {
    String place = mark.map(m -> ":" + (m.getLine() + 1) + ":" + (m.getColumn() + 1)).orElse("");
    return new DecodeException(source + place + ": " + (problem == null ? "not YAML" : problem));
  }
}
