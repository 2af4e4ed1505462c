package dev.drover.api;

import dev.drover.api.tree.DeepStack;
import dev.drover.api.tree.TreeList;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
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
/// that a small file cannot grow into a huge one. Error messages name the line; of the content they
/// show keys at most.
///
/// Differences from kubectl's library: a key that is there twice is an error unless there is a
/// listener for it, where that one takes the last; a mapping's own keys win over those of `<<`
/// wherever it stands, as YAML has it.
final class YamlReader implements Manifests.Documents {
  private static final int MAX_REPEATED = 8_000_000; // characters
  private static final int NODE = 16; // what a value counts for beside its text
  private static final String MERGE = "<<";

  private final String source;
  private final Iterator<Event> events;
  private final Map<String, Anchored> anchors = new HashMap<>();
  private final int maxDepth;
  private int depth;
  private int documents;
  private int line;
  private long size; // of all that was read, aliases written out
  private long repeated; // the part of it that came from aliases
  private @Nullable ObjIntConsumer<String> onRepeatedKey;
  private @Nullable ObjIntConsumer<String> onValue;
  private String pointer = ""; // of the value that is read; kept only for `onValue`

  private record Anchored(@Nullable Object tree, long size) {}

  /// A reader of UTF-8; `source` is what error messages call it.
  YamlReader(InputStream in, String source, DecodeLimits limits) {
    this.source = source;
    this.maxDepth = limits.maxDepth();
    LoadSettings settings =
        LoadSettings.builder().setLabel(source).setCodePointLimit(limits.maxObjectBytes()).build();
    this.events = new ParserImpl(settings, new StreamReader(settings, new YamlUnicodeReader(in)));
  }

  /// Takes the last of keys that are there twice, and reports each to `listener` with the line of
  /// its value. Without one they are errors.
  void onRepeatedKey(ObjIntConsumer<String> listener) {
    onRepeatedKey = listener;
  }

  /// Reports the JSON pointer and the line of each value.
  void onValue(ObjIntConsumer<String> listener) {
    onValue = listener;
  }

  /// The next document that is not empty; empty at the end of the stream.
  @Override
  public Optional<Object> next() {
    try {
      while (events.hasNext()) {
        if (events.next() instanceof DocumentStartEvent) {
          anchors.clear();
          documents++;
          Event root = events.next();
          line = line(root);
          Object tree = node(root);
          if (tree != null) {
            return Optional.of(tree);
          }
        }
      }
      return Optional.empty();
    } catch (MarkedYamlEngineException e) {
      throw failure(e.getProblemMark(), e.getProblem());
    } catch (YamlEngineException e) {
      throw unmarked(e);
    }
  }

  private RuntimeException unmarked(YamlEngineException e) {
    return switch (e.getCause()) {
      case CharacterCodingException _ -> new DecodeException(source + ": not UTF-8");
      case IOException io -> new UncheckedIOException("cannot read " + source, io);
      case null, default -> new DecodeException(source + ": " + e.getMessage());
    };
  }

  /// Where the document that was read last is, for messages: `source:12 (document 2)`.
  @Override
  public String place() {
    return source + ":" + line + " (document " + documents + ")";
  }

  private @Nullable Object node(Event event) {
    long before = size;
    size += NODE;
    Object tree =
        switch (event) {
          case ScalarEvent scalar -> scalar(scalar);
          case MappingStartEvent mapping -> nested(mapping, this::mapping);
          case SequenceStartEvent sequence -> nested(sequence, this::sequence);
          case AliasEvent alias -> alias(alias);
          default -> throw failure(event.getStartMark(), "unexpected " + event.getEventId());
        };
    if (event instanceof NodeEvent anchored && !(event instanceof AliasEvent)) {
      remember(anchored, tree, size - before);
    }
    return tree;
  }

  private void remember(NodeEvent event, @Nullable Object tree, long itsSize) {
    event.getAnchor().ifPresent(a -> anchors.put(a.getValue(), new Anchored(tree, itsSize)));
  }

  private Object nested(Event event, Supplier<Object> read) {
    if (++depth > maxDepth) {
      throw failure(event.getStartMark(), "nested deeper than " + maxDepth + " levels");
    }
    int level = depth;
    Object tree = DeepStack.isUsedUp(level) ? DeepStack.call(level, read) : read.get();
    depth--;
    return tree;
  }

  private @Nullable Object alias(AliasEvent alias) {
    Anchored anchored = anchors.get(alias.getAlias().getValue());
    if (anchored == null) {
      throw failure(alias.getStartMark(), "the anchor is not defined before this place");
    }
    repeated += anchored.size();
    size += anchored.size(); // so that anchors around aliases count what those repeat
    if (repeated > MAX_REPEATED) {
      throw failure(
          alias.getStartMark(), "aliases repeat more than " + MAX_REPEATED + " characters");
    }
    return anchored.tree();
  }

  private @Nullable Object scalar(ScalarEvent scalar) {
    String text = scalar.getValue();
    size += text.length();
    try {
      if (scalar.getTag().isPresent()) {
        return YamlScalar.tagged(scalar.getTag().get(), text);
      }
      return scalar.isPlain() ? YamlScalar.resolve(text) : text;
    } catch (IllegalArgumentException e) {
      throw failure(scalar.getStartMark(), String.valueOf(e.getMessage()));
    }
  }

  private Object sequence() {
    List<@Nullable Object> items = new ArrayList<>();
    for (Event event = events.next(); !(event instanceof SequenceEndEvent); event = events.next()) {
      items.add(member(String.valueOf(items.size()), event, event));
    }
    return TreeList.of(items);
  }

  private Object mapping() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    Map<String, @Nullable Object> merged = new LinkedHashMap<>();
    boolean merges = false;
    for (Event event = events.next(); !(event instanceof MappingEndEvent); event = events.next()) {
      if (event instanceof ScalarEvent key && key.isPlain() && key.getValue().equals(MERGE)) {
        if (merges) {
          throw failure(event.getStartMark(), "the key '<<' is there twice; give it a list");
        }
        merges = true;
        merge(merged, node(events.next()), event);
        continue;
      }
      String name = name(event);
      Event value = events.next();
      if (members.containsKey(name)) {
        repeated(name, event, value);
      }
      members.put(name, member(name, event, value));
    }
    merged.forEach(members::putIfAbsent);
    return Collections.unmodifiableMap(members);
  }

  /// A value of a mapping or a sequence.
  ///
  /// @param place where it begins, with its name if it has one
  private @Nullable Object member(String name, Event place, Event value) {
    if (onValue == null) {
      return node(value);
    }
    String outer = pointer;
    pointer = outer + "/" + name.replace("~", "~0").replace("/", "~1");
    onValue.accept(pointer, line(place));
    Object tree = node(value);
    pointer = outer;
    return tree;
  }

  private static int line(Event event) {
    return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }

  private void repeated(String name, Event key, Event value) {
    if (onRepeatedKey == null) {
      throw failure(key.getStartMark(), "the key '" + name + "' is there twice");
    }
    onRepeatedKey.accept(name, line(value));
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

  private String name(Event event) {
    if (event instanceof AliasEvent alias && alias(alias) instanceof String name) {
      return name;
    }
    if (!(event instanceof ScalarEvent key)) {
      throw failure(event.getStartMark(), "a key must be a single word or text");
    }
    try {
      boolean text = key.getTag().isPresent() || !key.isPlain();
      String name = text ? String.valueOf(scalar(key)) : YamlScalar.key(key.getValue());
      size += NODE + name.length();
      remember(key, name, NODE + name.length());
      return name;
    } catch (IllegalArgumentException e) {
      throw failure(key.getStartMark(), String.valueOf(e.getMessage()));
    }
  }

  private DecodeException failure(Optional<Mark> mark, @Nullable String problem) {
    String place = mark.map(m -> ":" + (m.getLine() + 1) + ":" + (m.getColumn() + 1)).orElse("");
    return new DecodeException(source + place + ": " + (problem == null ? "not YAML" : problem));
  }
}
