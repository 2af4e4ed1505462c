package dev.drover.api.codec;

import dev.drover.api.IntOrString;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import org.jspecify.annotations.Nullable;

/// A number or a text (a port, a percentage): itself in JSON; {type, intVal, strVal}, all three
/// written, in protobuf.
final class IntOrStringType extends MessageType {
  static final IntOrStringType INSTANCE = new IntOrStringType();
  private static final int TYPE_TAG = 1 << 3;
  private static final int INT_TAG = 2 << 3;
  private static final int TEXT_TAG = 3 << 3 | ProtoReader.LENGTH;
  private static final IntOrString ZERO = IntOrString.of(0);

  private IntOrStringType() {
    super("intorstring");
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    return in.peek() == '"' ? IntOrString.of(in.string()) : IntOrString.of(in.integer32());
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    switch ((IntOrString) value) {
      case IntOrString.Int(int number) -> out.number(number);
      case IntOrString.Text(String text) -> out.string(text);
    }
  }

  @Override
  Object readMessage(ProtoReader in) {
    boolean isText = false;
    int number = 0;
    String text = "";
    while (!in.atEnd()) {
      int tag = in.tag();
      switch (tag) {
        case TYPE_TAG -> isText = in.varint() == 1;
        case INT_TAG -> number = (int) in.varint();
        case TEXT_TAG -> text = in.string(in.length());
        default -> in.skip(tag);
      }
    }
    return isText ? IntOrString.of(text) : IntOrString.of(number);
  }

  @Override
  void writeMessage(ProtoWriter out, Object value) {
    boolean isText = value instanceof IntOrString.Text;
    out.string(isText ? ((IntOrString.Text) value).value() : "");
    out.tag(TEXT_TAG);
    out.varint(isText ? 0 : ((IntOrString.Int) value).value());
    out.tag(INT_TAG);
    out.varint(isText ? 1 : 0);
    out.tag(TYPE_TAG);
  }

  @Override
  Object zero() {
    return ZERO;
  }
}
